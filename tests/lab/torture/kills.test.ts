import { expect, test } from "vitest";
import { runKills } from "./kills.ts";

test("4 kills while buyers pay lose nothing and double nothing", async () => {
  const { line, problems } = await runKills({ count: 4, seed: 1 });
  expect(problems).toEqual([]);
  const [, paid = "0"] = /^kills 4, sessions paid (\d+), /.exec(line) ?? [];
  expect(Number(paid)).toBeGreaterThan(0);
}, 120_000);
