import { expect, test } from "vitest";
import { matching } from "../../../../client/admin/app/palette/palette.tsx";
import { keysText, shortcutOf, SHORTCUTS } from "../../../../client/admin/actions/commands.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const names = ["palette", "help", "add", "filters"] as const;

test.each<[string, Partial<KeyboardEvent>, { mac: boolean; typing: boolean }, string | undefined]>([
  ["Ctrl-K", { key: "k", ctrlKey: true }, { mac: false, typing: true }, "palette"],
  ["Cmd-K on a Mac", { key: "k", metaKey: true }, { mac: true, typing: false }, "palette"],
  ["Ctrl-K on a Mac", { key: "k", ctrlKey: true }, { mac: true, typing: false }, undefined],
  [
    "Ctrl-Shift-K",
    { key: "K", ctrlKey: true, shiftKey: true },
    { mac: false, typing: false },
    undefined,
  ],
  ["?", { key: "?", shiftKey: true }, { mac: false, typing: false }, "help"],
  ["? in a field", { key: "?", shiftKey: true }, { mac: false, typing: true }, undefined],
  ["N with caps lock", { key: "N" }, { mac: false, typing: false }, "add"],
  ["Ctrl-N", { key: "n", ctrlKey: true }, { mac: false, typing: false }, undefined],
  ["a key of none", { key: "x" }, { mac: false, typing: false }, undefined],
])("%s", (_name, press, where, shortcut) => {
  expect(shortcutOf(names, { ...plain, key: "", ...press }, where)).toBe(shortcut);
});

test("no key stands for two things in one place", () => {
  const keys = Object.values(SHORTCUTS).map(({ keys }) => keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keysText("Mod+Home, Mod+End", true)).toBe("⌘Home, ⌘End");
});

const entryOf = (title: string, detail?: string) => ({ id: title, title, detail, run: () => {} });
const sections = [
  { title: "Here", entries: [entryOf("Add a row"), entryOf("Choose columns")] },
  { title: "Views", entries: [entryOf("Über 19 $", "Products"), entryOf("Open", "Orders")] },
];
const titlesFor = (typed: string) =>
  matching(sections, typed).flatMap(({ entries }) => entries.map(({ title }) => title));

test.each([
  ["", ["Add a row", "Choose columns", "Über 19 $", "Open"]],
  ["nothing of it", []],
  ["ROW add", ["Add a row"]],
  ["uber prod", ["Über 19 $"]],
  ["orders", ["Open"]],
])("“%s” finds %o in the palette", (typed, titles) => {
  expect(titlesFor(typed)).toEqual(titles);
});

test("a section in which nothing is found is gone", () => {
  expect(matching(sections, "add").map(({ title }) => title)).toEqual(["Here"]);
});
