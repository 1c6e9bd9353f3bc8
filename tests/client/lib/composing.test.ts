import { expect, test } from "vitest";
import { isComposing } from "../../../client/lib/composing.ts";

test.each([
  ["Enter alone", { isComposing: false, keyCode: 13 }, false],
  ["Enter that takes a candidate", { isComposing: true, keyCode: 13 }, true],
  ["Enter that ends a composition in Safari", { isComposing: false, keyCode: 229 }, true],
])("%s", (_key, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
