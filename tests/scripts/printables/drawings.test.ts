import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { outlinesOf, readSheet } from "../../../scripts/printables/engine/svg.ts";
import { bounds } from "./bounds.ts";

const FOLDER = join(import.meta.dirname, "../../../scripts/printables/drawings/motifs");
const SHEETS = readdirSync(FOLDER).map((file) => readSheet(`motifs/${basename(file, ".svg")}`));

test("every drawing has a name of its own and stays in its frame", () => {
  const names = SHEETS.flatMap((sheet) => [...sheet.keys()]);
  expect(new Set(names).size).toBe(names.length);
  for (const [name, group] of SHEETS.flatMap((sheet) => [...sheet])) {
    const { x1, y1, x2, y2 } = bounds(outlinesOf(group));
    const inside = Math.min(x1, y1) >= -4 && Math.max(x2, y2) <= 104;
    expect({ name, inside }, `${x1} ${y1} ${x2} ${y2}`).toEqual({ name, inside: true });
  }
});
