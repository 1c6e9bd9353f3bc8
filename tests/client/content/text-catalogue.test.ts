import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { findPage } from "../../../client/app/pages.ts";
import { listTexts } from "../../../client/content/text-catalogue.ts";
import { TEXT_PLACES } from "../../../client/content/text-places.ts";
import { MAIL_KINDS } from "../../../db/enums.ts";
import { findUnknownPlaceholder } from "../../../server/contract/known-placeholders.ts";
import { withTexts } from "../../../server/contract/words.ts";

const CONTENT = new URL("../../../client/content/", import.meta.url);
const texts = listTexts();
const groups = TEXT_PLACES.flatMap(({ groups }) => groups);

/** Reads all strings of a module's exports. */
function readAll(value: unknown): void {
  if (value && typeof value === "object") Object.values(value).forEach(readAll);
}

test("every text of the pages and mails is listed once", async () => {
  const files = readdirSync(CONTENT).filter((name) => name.endsWith(".ts"));
  const modules = await Promise.all([
    ...files.map((name) => import(new URL(name, CONTENT).href) as Promise<object>),
    import("../../../server/contract/mail-words.ts"),
  ]);
  const read = new Set<string>();
  const note = (_: object, name: string | symbol) => void read.add(String(name));
  withTexts(new Proxy({}, { get: note }), () => readAll(modules.map((each) => ({ ...each }))));
  const names = texts.map(({ name }) => name);
  expect(names.toSorted()).toEqual([...read].toSorted());
  expect(new Set(names).size).toBe(names.length);
});

test("a text is listed with its place, default, limit and placeholders", () => {
  expect(texts.find(({ name }) => name === "landing.countdown.until")).toMatchObject({
    place: "Landing page",
    group: "Packs and countdown",
    default: "Offer until {date}",
    limit: 60,
    placeholders: expect.arrayContaining(["date", "brand", "seller.name"]),
  });
  const invented = texts.filter(({ placeholder }) => placeholder);
  expect(invented.map(({ name }) => name)).toContain("creator.signature");
});

test("every default follows its own rules", () => {
  const broken = texts.filter(
    ({ default: text, limit, placeholders }) =>
      text === "" || text.length > limit || findUnknownPlaceholder(text, placeholders),
  );
  expect(broken).toEqual([]);
});

const UNROUTED = ["/nowhere", "/files/none", "/offline", "/app-shell"];

test.each(groups)("$title can be shown", ({ path = "", mail = "" }) => {
  const isKnown =
    findPage(path) ?? (UNROUTED.includes(path) || MAIL_KINDS.some((kind) => kind === mail));
  expect(isKnown).toBeTruthy();
});
