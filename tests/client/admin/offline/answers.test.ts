import { expect, test } from "vitest";
import { findDropped } from "../../../../client/admin/offline/answers.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const DAY = 86_400_000;
const MB = 1024 * 1024;

const fact = (key: string, { days = 0, bytes = MB }) => {
  const usedAt = NOW - days * DAY;
  return { key, readAt: usedAt, usedAt, bytes };
};

test("what was not seen for a week is dropped, however small", () => {
  const facts = [fact("week", { days: 7 }), fact("more", { days: 7.01 }), fact("new", {})];
  expect(findDropped(facts, NOW)).toEqual(["more"]);
});

test("past 50 MB those go that were not seen for longest", () => {
  const facts = [
    fact("oldest", { days: 3 }),
    fact("large", { days: 2, bytes: 30 * MB }),
    fact("newest", { days: 0, bytes: 20 * MB }),
  ];
  expect(findDropped(facts, NOW)).toEqual(["oldest"]);
  expect(findDropped([...facts, fact("last", { days: 1 })], NOW)).toEqual(["large", "oldest"]);
});
