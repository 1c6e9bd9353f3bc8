import { expect, test } from "vitest";
import { countText } from "../../../server/contract/units.ts";
import { withTexts } from "../../../server/contract/words.ts";

test.each([
  [0, "0 files"],
  [1, "1 file"],
  [1402, "1,402 files"],
])("%d files are %s", (count, text) => {
  expect(countText(count, "file")).toBe(text);
});

test("a count has the owner's noun", () => {
  const texts = { "units.page": "{count} Seite", "units.pages": "{count} Seiten" };
  const shown = withTexts(texts, () => [1, 2].map((count) => countText(count, "page")));
  expect(shown).toEqual(["1 Seite", "2 Seiten"]);
});
