import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText as serverFold, sortKey as serverSortKey } from "../../../../db/text-keys.ts";
import { foldText, sortKey } from "../../../../client/admin/data/local-table.ts";

/** All letters up to U+1FFFF in lines of 256; bars between the letters prevent composition. */
const LETTERS = Array.from({ length: 512 }, (_, line) =>
  Array.from({ length: 256 }, (_, nth) => String.fromCodePoint(line * 256 + nth)).join("|"),
);

test("letters are folded as the database folds them", () => {
  for (const letters of LETTERS) expect(foldText(letters)).toBe(serverFold(letters));
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."aeKzé\u0301\u0308\u0327\u212A\u1100\u1161\u11A8") }),
  );
  fc.assert(fc.property(text, (each) => foldText(each) === serverFold(each)));
});

test("an accented letter is found composed and decomposed, but not by its letter or accent only", () => {
  for (const fold of [foldText, serverFold]) {
    expect(fold("Zu\u0308RICH")).toBe(fold("zürich"));
    expect(fold("Zu\u0308rich")).not.toContain("zu");
    expect(fold("\u212A")).toBe("\u212A");
  }
});

test("texts have the same sort key on a device and in the database", () => {
  for (const letters of LETTERS) expect(sortKey(letters)).toBe(serverSortKey(letters));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => sortKey(text) === serverSortKey(text)),
  );
});
