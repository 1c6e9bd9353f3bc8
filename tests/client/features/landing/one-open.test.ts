import { expect, test } from "vitest";
import { closeOthers } from "../../../../client/features/landing/one-open.ts";

test.each([
  ["opening one closes the other", [true, false, true], 2, [false, false, true]],
  ["closing one opens nothing", [true, false, false], 1, [true, false, false]],
  ["the last one closed leaves none", [false, false, false], 0, [false, false, false]],
])("%s", (_name, before, toggled, after) => {
  const entries = before.map((open) => ({ open }));
  closeOthers(entries[toggled]!, entries);
  expect(entries.map(({ open }) => open)).toEqual(after);
});
