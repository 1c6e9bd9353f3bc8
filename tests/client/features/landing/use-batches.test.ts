import { expect, test } from "vitest";
import { addBatch } from "../../../../client/features/landing/use-batches.ts";

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));

test.each([
  ["the rows that follow", [3, 4], true, [1, 2, 3, 4], true],
  ["the last rows", [3], false, [1, 2, 3], false],
  ["no row twice when a batch begins again", [1, 2, 3], true, [1, 2, 3], true],
  ["nothing more when a batch has only known rows", [1, 2], true, [1, 2], false],
])("a batch adds %s", (_name, ids, more, all, moreAfter) => {
  const batch = { rows: rowsOf(...ids), more };
  expect(addBatch(rowsOf(1, 2), batch)).toEqual({ rows: rowsOf(...all), more: moreAfter });
});
