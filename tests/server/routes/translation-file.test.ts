import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { translationFile } from "../../../client/admin/content/translation.ts";
import { listTexts } from "../../../client/content/text-catalogue.ts";
import { texts } from "../../../db/content-schema.ts";
import type { ImportAnswer } from "../../../server/contract/tables.ts";
import { NEUTRAL_TEXTS } from "../../../server/contract/neutral-texts.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { newestChange, signInAdmin } from "../../support/table-calls.ts";

type Line = Record<string, string>;

const HEADLINE = "story.hero.headline";
const SUBLINE = "story.hero.subline";
const BUTTON = "story.hero.button";
const CONTACT = "contact.heading";
const SUBJECT = "mail.delivery.subject";
/** The columns of the translator's file, as the import dialog maps them to fields. */
const COLUMNS = "name,,,,value,,";

describe("a translation is refused as a whole", () => {
  const UNKNOWN = "The shop has no text named “hero”. The Content screen lists all texts.";
  const TWICE = "This row is in the file twice.";
  test.each<[string, lines: [name: string, text: string][], problem: string]>([
    ["with an unknown name", [["hero", "Hallo"]], `2 name: ${UNKNOWN}`],
    [
      "without a placeholder of a mail",
      [[SUBJECT, "Deine Seiten"]],
      "2 value: The text needs {number}, which the shop fills in.",
    ],
    [
      "with an unknown placeholder",
      [[BUTTON, "Für {preis}"]],
      "2 value: Text contains {preis}, which the shop can’t fill in. You can use {brand}",
    ],
    [
      "with a long text",
      [[BUTTON, "a".repeat(61)]],
      "2 value: This text has more than 60 characters.",
    ],
    [
      "with a new text twice",
      [
        [BUTTON, "Ja"],
        [BUTTON, "Ja"],
      ],
      `3 name: ${TWICE}`,
    ],
    [
      "with a stored text twice",
      [
        [HEADLINE, ""],
        [HEADLINE, "Hallo"],
      ],
      `3 name: ${TWICE}`,
    ],
  ])("%s", async (_what, lines, problem) => {
    const t = await open();
    const before = newestChange(t);
    const good = [CONTACT, "Schreib uns"];
    const file = Papa.unparse([["name", "value"], ...lines, good]);
    const { body } = await t.importFile(file, { dryRun: true });
    expect(body.errors.map(({ line, field, message }) => `${line} ${field}: ${message}`)).toEqual([
      expect.stringContaining(problem),
    ]);
    expect(await t.importFile(file)).toMatchObject({ status: 422, body: { refused: 1 } });
    expect(newestChange(t)).toBe(before);
  });

  test("with ten thousand unknown names, the first of which are listed", async () => {
    const t = await open();
    const rows = Array.from({ length: 10_000 }, (_, at) => `other.${at},Hallo\n`);
    const { body } = await t.importFile(`name,value\n${rows.join("")}`);
    expect(body).toMatchObject({ refused: 10_000, moreErrors: 9_800, changeSet: null });
    expect(t.stored()).toEqual({ [HEADLINE]: "- Stored" });
  });
});

describe("the file of all texts", () => {
  test("has every text with its default, limit and placeholders", async () => {
    const { file } = await open();
    const lines = linesOf(file());
    expect(lines.map(({ name }) => name)).toEqual(listTexts().map(({ name }) => name));
    const about = { place: "Mails", group: "Delivery of the files", placeholders: "{number}" };
    const text = { default: "Your printables are ready (order {number})", text: "", limit: "100" };
    expect(lines).toContainEqual({ name: SUBJECT, ...about, ...text });
    expect(lines.find(({ name }) => name === "creator.signature")).toMatchObject({
      group: "Creator (about a made-up person: write your own)",
    });
    expect(lines.filter(({ text }) => text !== "")).toMatchObject([
      { name: HEADLINE, text: "'- Stored" },
    ]);
  });

  test("changes nothing when it is imported", async () => {
    const t = await open();
    const before = newestChange(t);
    const { body } = await t.importFile(t.file(), { columns: COLUMNS });
    const counts = { new: 0, changed: 0, removed: 0, refused: 0 };
    expect(body).toMatchObject({ ...counts, same: listTexts().length });
    expect(newestChange(t)).toBe(before);
  });

  test.each([
    ["text", "text"],
    ["default", "text"],
  ])("comes back from a spreadsheet, translated in the column %s", async (translated) => {
    const t = await open();
    const german: Line = {
      [HEADLINE]: "=Größer; „leiser“\nund schöner",
      [BUTTON]: "'Los'",
      [SUBJECT]: "Deine Seiten ({number})",
    };
    const lines = linesOf(t.file()).map((line) => ({
      ...line,
      [translated]: german[line["name"] ?? ""] ?? line[translated],
    }));
    const sheet = `\uFEFF${Papa.unparse(lines, { delimiter: ";", quotes: true })}`;
    const columns = translated === "text" ? COLUMNS : "name,,,value,,,";
    const { body } = await t.importFile(sheet, { columns });
    expect(body).toMatchObject({ new: 2, changed: 1, removed: 0, refused: 0 });
    expect(t.stored()).toEqual(german);
    await t.undo(body);
    expect(t.stored()).toEqual({ [HEADLINE]: "- Stored" });
  });

  test("brings a default back where it has the default or no text, as one change", async () => {
    const t = await open();
    const values: Line = { [BUTTON]: "Los", [CONTACT]: "Hallo", [SUBLINE]: "Wir" };
    for (const [name, value] of Object.entries(values))
      await t.admin.create("texts", { name, value });
    const defaults = new Map(listTexts().map((text) => [text.name, text.default]));
    const file = Papa.unparse([
      ["name", "value"],
      [HEADLINE, ` ${defaults.get(HEADLINE)}`],
      [BUTTON, " "],
      [SUBLINE, defaults.get(SUBLINE)],
      [SUBJECT, defaults.get(SUBJECT)],
      ["no.longer.used", ""],
      [CONTACT, "Servus"],
    ]);
    const { body } = await t.importFile(file);
    expect(body).toMatchObject({ new: 0, changed: 1, removed: 3, same: 2, refused: 0 });
    expect(t.stored()).toEqual({ [CONTACT]: "Servus" });
    await t.undo(body);
    expect(t.stored()).toEqual({ [HEADLINE]: "- Stored", ...values });
  });

  test("brings the neutral default of a neutral shop back, and keeps the demo's as a text", async () => {
    const t = await open();
    changeSettings(t, { demoContent: false });
    const demo = listTexts().find(({ name }) => name === "login.lead")?.default ?? "";
    const file = Papa.unparse([
      ["name", "value"],
      [HEADLINE, NEUTRAL_TEXTS[HEADLINE]],
      ["faq.heading", NEUTRAL_TEXTS["faq.heading"]],
      ["login.lead", demo],
    ]);
    expect(await t.importFile(file)).toMatchObject({ body: { new: 1, removed: 1, same: 1 } });
    expect(t.stored()).toEqual({ "login.lead": demo });
  });

  test.each([
    ["without the column of the texts", `name\n${HEADLINE}`, { same: 1 }],
    ["whose id is that of another text", `id,name,value\n1,${BUTTON},`, { refused: 1 }],
  ])("removes no row %s", async (_what, file, counts) => {
    const t = await open();
    expect(await t.importFile(file)).toMatchObject({ body: { ...counts, changeSet: null } });
    expect(t.stored()).toEqual({ [HEADLINE]: "- Stored" });
  });
});

/** Opens a shop with one replaced text, and the calls of the import dialog. */
async function open() {
  const t = createTestApp();
  const admin = signInAdmin(t);
  await admin.create("texts", { name: HEADLINE, value: "- Stored" });
  const stored = (): Line =>
    Object.fromEntries(
      t.db
        .select()
        .from(texts)
        .all()
        .map(({ name, value }) => [name, value]),
    );
  return {
    ...t,
    admin,
    stored,
    /** The file that the Content screen exports. */
    file: () => translationFile(listTexts(), (name) => stored()[name]),
    importFile: (body: string, { columns = "", dryRun = false } = {}) => {
      const query = new URLSearchParams({
        ...(columns && { columns }),
        ...(dryRun && { dryRun: "1" }),
      });
      return admin.call<ImportAnswer>("POST", `/api/tables/texts/import?${query}`, {
        body,
        headers: { "Content-Type": "text/csv" },
      });
    },
    undo: ({ changeSet }: ImportAnswer) =>
      admin.call("POST", `/api/admin/change-sets/${changeSet}/undo`),
  };
}

function linesOf(file: string): Line[] {
  return Papa.parse<Line>(file.replace("\uFEFF", ""), { header: true, skipEmptyLines: true }).data;
}
