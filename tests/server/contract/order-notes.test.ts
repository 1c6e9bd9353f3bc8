import { expect, test } from "vitest";
import { NOTE_KINDS } from "../../../db/enums.ts";
import { noteText } from "../../../server/contract/admin-answers.ts";

test("every kind of note has words of its own", () => {
  const texts = NOTE_KINDS.map((kind) => noteText({ kind, amount: 300, text: "Mine." }, "usd"));
  expect(new Set(texts).size).toBe(NOTE_KINDS.length);
  expect(texts).toContain("$3.00 USD refunded; access was kept.");
  expect(texts).toContain("Mine.");
  for (const text of texts) expect(text).toMatch(/^\S.*\.$/);
});
