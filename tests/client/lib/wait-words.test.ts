import { expect, test } from "vitest";
import { inWords } from "../../../client/lib/wait-words.ts";

test.each([
  [0.2, "in 1 second"],
  [40, "in 40 seconds"],
  [59.5, "in 60 seconds"],
  [60, "in 1 minute"],
  [61, "in 2 minutes"],
  [3090, "in 52 minutes"],
  [3540, "in 59 minutes"],
  [3541, "in 1 hour"],
  [3601, "in 2 hours"],
])("%d s are %s", (seconds, text) => {
  expect(inWords(seconds)).toBe(text);
});
