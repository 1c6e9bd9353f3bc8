import { expect, test } from "vitest";
import { runKills } from "../../scripts/faults/kills/run.ts";

test("50 kills while buyers pay lose nothing and double nothing", async () => {
  const { line, problems } = await runKills({ count: 50, seed: 1 });
  expect(problems).toEqual([]);
  const [, paid = "0"] = /^kills 50, sessions paid (\d+), /.exec(line) ?? [];
  expect(Number(paid)).toBeGreaterThan(0);
}, 600_000);
