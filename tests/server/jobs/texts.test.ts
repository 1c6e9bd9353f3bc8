import { expect, test } from "vitest";
import { findCandidates } from "../../../server/domain/tables/text-search.ts";
import { getTable } from "../../../server/domain/tables/registry.ts";
import { feedTextsInTurns } from "../../../server/jobs/texts.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { addOrders } from "../../support/table-world.ts";

test("rounds of the job bring every text into the index, and then nothing is left", async () => {
  const t = createTestApp();
  addOrders(t, 300);
  while (await feedTextsInTurns(t)) continue;
  const filter = { column: "number", operator: "contains", value: "n299" } as const;
  expect(findCandidates(t.db, getTable("orders"), [filter])).toEqual([300]);
});
