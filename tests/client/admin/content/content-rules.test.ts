import { expect, test } from "vitest";
import {
  groupOf,
  labelOf,
  placesInOrder,
  searchTexts,
  shownTexts,
  textsOf,
  TEXT_LABELS,
  TEXT_SWITCHES,
} from "../../../../client/admin/content/content-rules.ts";
import { readSections } from "../../../../server/contract/section-order.ts";
import { LANDING_SECTIONS } from "../../../../server/contract/sections.ts";
import { TEXT_PLACES } from "../../../../client/content/text-places.ts";
import { NEUTRAL_TEXTS } from "../../../../server/contract/neutral-texts.ts";

test.each([
  ["story.hero.headline", ["story.hero.headline", "story.hero.trust.0"], "Headline"],
  ["story.hero.trust.1", ["story.hero.headline", "story.hero.trust.1"], "Trust 2"],
  ["cancel.reasons.0.title", ["cancel.heading", "cancel.reasons.0.title"], "Reasons 1 · title"],
  ["cancel.reasonsHeading", ["cancel.reasonsHeading", "cancel.text"], "Reasons heading"],
  ["shell.title", ["shell.title"], "Title"],
  ["landing.pricing.intro", ["landing.pricing.intro", "gallery.next"], "Pricing · intro"],
  ["page.title", ["page.title", "notFound.title"], "Page · title"],
  ["faq.0", ["faq.0", "more.button"], "Faq 1"],
  ["mail.code.title", ["mail.code.title", "mail.code"], "Code · title"],
])("%s among %j is labelled %s", (name, names, label) => {
  expect(labelOf(name, names)).toBe(label);
});

test("no two texts of a group have the same label", () => {
  const labels = shownTexts().map(({ place, group, label }) => `${place}: ${group}: ${label}`);
  expect(labels).toEqual([...new Set(labels)]);
});

test("each switch of the settings belongs to a text of the catalogue", () => {
  const names = shownTexts().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(TEXT_SWITCHES)));
});

test("each fixed label belongs to a text of the catalogue", () => {
  const labels = new Map(shownTexts().map(({ name, label }) => [name, label]));
  const used = Object.keys(TEXT_LABELS).map((name) => [name, labels.get(name)]);
  expect(Object.fromEntries(used)).toEqual(TEXT_LABELS);
});

const stored = new Map([["story.hero.headline", "Übung für Zuhause"]]);
const find = (typed: string) =>
  searchTexts(shownTexts(), typed, (name) => stored.get(name)).map(({ name }) => name);

test.each([
  ["", []],
  ["no such words", []],
  ["übung ZUHAUSE", ["story.hero.headline"]],
  ["screen-time battles", ["story.hero.headline"]],
  ["hero.subline", ["story.hero.subline"]],
])("the search for %j finds %j", (typed, names) => {
  expect(find(typed)).toEqual(names);
});

test("each group is opened by its title", () => {
  const groups = TEXT_PLACES.flatMap((place) => place.groups);
  expect(groups.map(({ title }) => groupOf(title).words)).toEqual(groups.map(({ words }) => words));
});

test("each section of the landing page has one group, in the order of the sections", () => {
  const sections = TEXT_PLACES.flatMap(({ groups }) =>
    groups.flatMap((group) => group.section ?? []),
  );
  expect(sections).toEqual(LANDING_SECTIONS);
  const [landing, ...others] = placesInOrder(readSections("faq, -pricing"));
  const titles = landing?.groups.map(({ title }) => title) ?? [];
  expect(titles.slice(0, 3)).toEqual(["Questions", "Packs and countdown", "Top of the page"]);
  expect(titles.at(-1)).toBe("Search engines and link previews");
  expect(others).toEqual(TEXT_PLACES.slice(1));
});

test("an unknown group in the URL opens the first one", () => {
  expect(groupOf("no such group")).toMatchObject({ place: "Landing page", path: "/" });
  const group = groupOf("Payment failed");
  expect(group).toMatchObject({ place: "Mails", mail: "payment_failed" });
  expect(textsOf(group).map(({ name }) => name)).toContain("mail.failed.subject");
});

test("the default of a neutral shop's text is the neutral one", () => {
  const all = shownTexts(NEUTRAL_TEXTS);
  const top = textsOf(groupOf("Top of the page"), all).map(({ default: text }) => text);
  expect(top).toContain(NEUTRAL_TEXTS["story.hero.headline"]);
  expect(all).toHaveLength(shownTexts().length);
});
