import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { sabotaged, SABOTAGES } from "./sabotage.ts";

const SABOTAGE = { name: "door", file: "door.ts", from: "lock();", to: "", hint: "tests/door" };

test.each([
  ["no longer there", "open();", "0 times"],
  ["there more than once", "lock(); lock();", "2 times"],
])("refused: a text that is %s", (_fact, source, times) => {
  expect(() => sabotaged(source, SABOTAGE)).toThrow(`door: its text stands ${times} in door.ts`);
});

test("a text that stands there once is replaced, and nothing else", () => {
  expect(sabotaged("shut(); lock(); go();", SABOTAGE)).toBe("shut();  go();");
});

test.each(SABOTAGES.map((one) => [one.name, one] as const))(
  "%s: its text stands in the sources once",
  async (_name, sabotage) => {
    const source = await readFile(sabotage.file, "utf8");
    expect(sabotaged(source, sabotage)).not.toBe(source);
  },
);
