import { expect, test } from "vitest";
import { type Settings, settings } from "../../../../db/content-schema.ts";
import {
  type Line,
  type Checklist,
  type ChecklistStep,
  STEP_NAMES,
  type StepName,
} from "../../../../server/contract/health.ts";
import { CHECK_NAMES, listChecks } from "../../../../server/domain/issues/checks.ts";
import type { CheckName } from "../../../../server/domain/issues/kinds.ts";
import {
  type ChecklistFacts,
  checklistSteps,
  getChecklist,
} from "../../../../server/domain/issues/checklist.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { LIVE, TEST_SHOP } from "../../../support/settings.ts";
import { openRoles } from "../../../support/table-calls.ts";
import { changeRow } from "../../../support/rows.ts";

const READY: ChecklistFacts = {
  settings: {
    isOpen: true,
    brand: "Bee Prints",
    sellerName: "Anna Bee",
    sellerAddress: "Street 1",
    sellerCountry: "DE",
    legalReviewedOn: "2026-11-26",
    landingReadOn: "2026-11-26",
    tax: "none",
    taxDecidedOn: "2026-11-26",
  },
  showsTestimonials: true,
  legalPages: [{ table: "pages", id: 1, label: "Privacy" }],
  hasProduct: true,
  withoutFile: [],
  hasPaidOrder: true,
  hasSentMail: true,
  hasBackup: true,
};
const INVENTED = { table: "testimonials", id: 4, label: "Nora" };
const CREATOR = { table: "texts", id: null, label: "Creator" };

type Lines = Partial<Record<CheckName, Partial<Line>>>;

function linesOf(changes: Lines) {
  const all = CHECK_NAMES.map((name) => {
    const line = { state: "ok" as const, text: "Fine.", todo: null };
    return [name, { ...line, ...changes[name] }];
  });
  return Object.fromEntries(all) as Record<CheckName, Line>;
}

const openSteps = (facts: Partial<ChecklistFacts>, lines: Lines = {}) =>
  checklistSteps({ ...READY, ...facts }, linesOf(lines)).filter(({ isDone }) => !isDone);

const withSettings = (changes: Partial<ChecklistFacts["settings"]>) => ({
  settings: { ...READY.settings, ...changes },
});
const withLine = (name: CheckName, state: Line["state"]): Lines => ({
  [name]: { state, text: "It fails.", todo: state === "unknown" ? null : "Repair it." },
});
const FAILS = { finding: { text: "It fails.", todo: "Repair it." } };
const UNKNOWN = { finding: { text: "It fails.", todo: null } };

test.each<[StepName, string, Partial<ChecklistFacts>, Lines, Partial<ChecklistStep>]>([
  ["name", "none", withSettings({ brand: " " }), {}, {}],
  ["open", "a closed shop", withSettings({ isOpen: false }), {}, {}],
  ["seller", "no name", withSettings({ sellerName: " " }), {}, {}],
  ["seller", "no address", withSettings({ sellerAddress: "" }), {}, {}],
  ["seller", "no country", withSettings({ sellerCountry: "" }), {}, {}],
  ["legal", "not read", withSettings({ legalReviewedOn: "" }), {}, { rows: READY.legalPages }],
  ["landing", "not read", withSettings({ landingReadOn: "" }), {}, {}],
  [
    "offers",
    "a product that buyers don't see",
    {},
    { offers: { ...withLine("offers", "warn").offers, rows: [INVENTED] } },
    { ...FAILS, rows: [INVENTED] },
  ],
  ["tax", "no decision", withSettings({ taxDecidedOn: "" }), {}, {}],
  ["prices", "a refused product", {}, withLine("products", "bad"), FAILS],
  ["files", "a product without", { withoutFile: [INVENTED] }, {}, { rows: [INVENTED] }],
  ["files", "a lost file", {}, withLine("files", "bad"), FAILS],
  [
    "testimonials",
    "an invented one",
    {},
    { content: { rows: [INVENTED, CREATOR] } },
    { rows: [INVENTED] },
  ],
  ["purchase", "no paid order", { hasPaidOrder: false }, {}, {}],
  ["webhook", "no webhook yet", {}, withLine("webhooks", "unknown"), UNKNOWN],
  ["webhook", "no secret", {}, withLine("webhooks", "warn"), FAILS],
  ["mail", "none sent", { hasSentMail: false }, {}, {}],
  ["mail", "a silent server", {}, withLine("mail", "bad"), FAILS],
  ["backup", "none", { hasBackup: false }, withLine("backup", "unknown"), UNKNOWN],
  ["backup", "an old one", {}, withLine("backup", "bad"), FAILS],
])("the step %s is open with %s", (name, _why, facts, lines, more) => {
  expect(openSteps(facts, lines)).toEqual([{ name, isDone: false, ...more }]);
});

test("without a product neither prices nor files are done", () => {
  expect(openSteps({ hasProduct: false }).map(({ name }) => name)).toEqual(["prices", "files"]);
});

test.each<[string, Partial<ChecklistFacts>, Lines]>([
  ["everything is there", {}, {}],
  ["testimonials are off", { showsTestimonials: false }, { content: { rows: [INVENTED] } }],
  ["tax is charged", withSettings({ tax: "included", taxDecidedOn: "" }), {}],
  ["only the creator is invented", {}, { content: { rows: [CREATOR] } }],
  ["backups are made by hand", {}, withLine("backup", "unknown")],
])("every step is done when %s", (_, facts, lines) => {
  expect(openSteps(facts, lines)).toEqual([]);
});

function open(env: Record<string, string>) {
  const t = createTestApp({ env, hasContent: true });
  const change = (values: Partial<Settings>) => changeRow(t, settings, 1, values);
  return { ...t, change, read: async () => getChecklist(t.deps, await listChecks(t.deps)) };
}

const doneIn = ({ steps }: Checklist) =>
  steps.filter(({ isDone }) => isDone).map(({ name }) => name);

test.each([
  ["test", { ...TEST_SHOP, DEMO: "" }],
  ["live", { ...LIVE, DEMO: "" }],
])("in mode %s the admin opens with it until the owner closes it", async (_mode, env) => {
  const { change, read } = open(env);
  const before = await read();
  expect(before.isFirst).toBe(true);
  expect(doneIn(before)).toEqual(["offers", "testimonials"]);
  expect(before.steps.find(({ name }) => name === "legal")?.rows).toHaveLength(6);

  const seller = {
    brand: "Bee Prints",
    sellerName: "Anna Bee",
    sellerAddress: "Street 1",
    sellerCountry: "DE",
  };
  // Shows the testimonials, which are invented.
  change({ ...seller, legalReviewedOn: "2026-11-26", sections: "" });
  expect(doneIn(await read())).toEqual(["name", "seller", "legal", "offers"]);

  change({ showChecklist: false });
  expect(await read()).toMatchObject({ isFirst: false });
});

test("in the demo the admin does not open with it", async () => {
  expect(await open({}).read()).toMatchObject({ isFirst: false });
});

test("what the environment sets counts", async () => {
  const { change, read } = open({ ...TEST_SHOP, DEMO: "", TESTIMONIALS: "off" });
  change({ sections: "" });
  expect(doneIn(await read())).toEqual(["offers", "testimonials"]);
});

test("an administrator reads it, from no cache", async () => {
  const { administrator } = openRoles(open({}));
  const { status, body, headers } = await administrator.call<Checklist>(
    "GET",
    "/api/admin/checklist",
  );
  expect(status).toBe(200);
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(body.steps.map(({ name }) => name)).toEqual(STEP_NAMES);
});
