import { expect, test } from "vitest";
import { asRatio, atLeast, atMost, inMs, tableOf, verdict } from "../lab/bench/rows.ts";

test.each([
  ["over what it may be is missed", atMost(5, { name: "a", value: 5.01, print: inMs }), false],
  ["at what it may be is met", atMost(5, { name: "a", value: 5, print: inMs }), true],
  [
    "under what it must be is missed",
    atLeast(0.7, { name: "a", value: 0.69, print: asRatio }),
    false,
  ],
  ["at what it must be is met", atLeast(0.7, { name: "a", value: 0.7, print: asRatio }), true],
  ["that is no number is missed", atMost(5, { name: "a", value: NaN, print: inMs }), false],
])("a figure %s", (_fact, row, isMet) => {
  expect(row.isMet).toBe(isMet);
  expect(verdict(row)).toContain(isMet ? ": met)" : ": MISSED)");
});

test("the table has every figure beside its goal, and counts those that miss it", () => {
  const table = tableOf([
    atMost(300, { name: "Start", value: 212.4, print: inMs }),
    atLeast(0.7, { name: "Rate of the product list", value: 0.5, print: asRatio }),
  ]);
  expect(table.split("\n")).toEqual([
    "Figure                      here  goal",
    "Start                     212 ms  300 ms or less  met",
    "Rate of the product list    0.50  0.70 or more    MISSED",
    "2 figures, 1 of them miss their goal",
  ]);
});
