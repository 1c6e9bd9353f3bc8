import { expect, test } from "vitest";
import { pages, testimonials, texts } from "../../../../db/content-schema.ts";
import { deleteRow, insertRow, updateRow } from "../../../../db/record.ts";
import { INVENTED_TEXTS } from "../../../../server/contract/content.ts";
import { listChecks } from "../../../../server/domain/issues/checks.ts";
import { fillContent } from "../../../../db/seed/first-content.ts";
import { firstSettings } from "../../../../server/domain/settings.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { LIVE, TEST_SHOP } from "../../../support/settings.ts";

const CREATOR = { table: "texts", id: null, label: "Creator" };
const PAGES = [
  { table: "pages", id: 5, label: "Accessibility" },
  { table: "pages", id: 6, label: "Model withdrawal form" },
];

function open(env: Record<string, string>) {
  const t = createTestApp({ env });
  fillContent({ db: t.db, firstSettings: firstSettings(t.deps.config.mode), now: t.clock.now() });
  const check = async () => (await listChecks(t.deps)).find(({ name }) => name === "content");
  return { ...t, check };
}

test("invented people are fine in the demo", async () => {
  expect(await open({ DEMO: "1" }).check()).toMatchObject({ state: "ok" });
});

test.each([
  ["test", TEST_SHOP],
  ["live", LIVE],
])("in mode %s they are listed until the owner has replaced them", async (_mode, env) => {
  const { check, ...t } = open({ ...env, DEMO: "" });
  const before = await check();
  expect(before).toMatchObject({ state: "warn", text: expect.stringMatching(/^10 testimonials/) });
  expect(before?.rows?.at(0)).toEqual({ table: "testimonials", id: 1, label: "Hannah R." });
  expect(before?.rows?.slice(10)).toEqual([CREATOR, ...PAGES]);

  const author = { actor: "test", now: t.clock.now() };
  t.db.write((tx) => {
    updateRow(tx, testimonials, 1, { text: "Mine.", placeholder: false }, author);
    for (let id = 2; id < 10; id++) deleteRow(tx, testimonials, id, author);
  });
  expect(await check()).toMatchObject({ text: expect.stringMatching(/^1 testimonial is/) });
  t.db.write((tx) => deleteRow(tx, testimonials, 10, author));
  expect(await check()).toMatchObject({ state: "ok", todo: null, rows: [CREATOR, ...PAGES] });

  t.db.write((tx) => {
    for (const name of INVENTED_TEXTS) insertRow(tx, texts, { name, value: "Mine." }, author);
  });
  expect(await check()).toMatchObject({ state: "ok", rows: PAGES });
  t.db.write((tx) => {
    for (const { id } of PAGES) updateRow(tx, pages, id, { linked: true }, author);
  });
  const after = await check();
  expect(after).toMatchObject({ state: "ok" });
  expect(after).not.toHaveProperty("rows");
  expect(after?.text).toBe("No placeholders are left.");
  changeSettings(t, { demoContent: true });
  expect((await check())?.text).toMatch(/visitors see those of the demo/);
});
