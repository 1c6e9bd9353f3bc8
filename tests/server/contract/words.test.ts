import { afterEach, beforeEach, expect, test } from "vitest";
import { areReplaced, defineWords, fill, setTexts } from "../../../server/contract/words.ts";

const SHOP = { brand: "Acorn & Oak", supportEmail: "help@shop.example" };
const useTexts = (texts: Record<string, string>, shop = SHOP) => setTexts({ texts, ...shop });

const DEFAULTS = {
  heading: "Hello",
  hero: { button: "Buy", trust: ["One", "Two"], picture: "author", cents: 2400, link: null },
  steps: [{ doodle: "mail", name: "Print" }],
} as const;
const words = defineWords("story", DEFAULTS);
const NAMES = ["heading", "hero.button", "hero.trust.0", "hero.trust.1", "steps.0.name"];

beforeEach(() => useTexts({}));
afterEach(() => useTexts({}));

/** Returns all strings of a tree with their paths. */
function leavesOf(tree: object, path = ""): [string, string][] {
  const entries: [string, unknown][] = Object.entries(tree);
  return entries.flatMap(([key, value]): [string, string][] => {
    if (typeof value === "string") return [[path + key, value]];
    return value && typeof value === "object" ? leavesOf(value, `${path + key}.`) : [];
  });
}

test("without texts of the owner the defaults are read", () => {
  expect(words).toEqual(DEFAULTS);
  expect(words.hero.trust.map((line) => line.length)).toEqual([3, 3]);
});

test.each(["hero.button", "story", "story.hero", "story.hero.nothing", "story.hero.trust.2", "x"])(
  "a text with the unknown name %s is ignored",
  (name) => {
    useTexts({ [name]: "Other" });
    expect(words).toEqual(DEFAULTS);
  },
);

test.each(["hero.picture", "steps.0.doodle", "hero.cents", "hero.link"])(
  "%s is no text and cannot be replaced",
  (name) => {
    useTexts({ [`story.${name}`]: "Other" });
    expect(words).toEqual(DEFAULTS);
  },
);

test.each(NAMES)("replacing %s changes that text alone, until it is removed", (name) => {
  const before = leavesOf(DEFAULTS);
  useTexts({ [`story.${name}`]: "Other" });
  expect(leavesOf(words)).toEqual(
    before.map(([path, text]) => [path, path === name ? "Other" : text]),
  );
  useTexts({});
  expect(leavesOf(words)).toEqual(before);
});

test("the global placeholders are filled in defaults and in the owner's texts", () => {
  const { about, mail } = defineWords("page", { about: "{brand}, {date}", mail: "Write" });
  expect([about, mail]).toEqual(["Acorn & Oak, {date}", "Write"]);
  const page = defineWords("page", { about: "{brand}, {date}", mail: "Write" });
  useTexts({ "page.mail": "Write to {support} or {nobody}" }, { ...SHOP, brand: "{support}$&" });
  expect(page.about).toBe("{support}$&, {date}");
  expect(page.mail).toBe("Write to help@shop.example or {nobody}");
});

test("a text's own placeholders are filled once, and unknown ones stay", () => {
  const { until } = defineWords("offer", { until: "{day} until {date}, {day}" });
  expect(fill(until, { date: "{day}", day: 3 })).toBe("3 until {day}, 3");
  const replaced: string = "{toString} {other}";
  expect(fill(replaced, {} as never)).toBe(replaced);
});

test("texts count as replaced when each of them is", () => {
  useTexts({ "story.heading": "Other" });
  expect(areReplaced(["story.heading"])).toBe(true);
  expect(areReplaced(["story.heading", "story.hero.button"])).toBe(false);
});
