import { expect, test } from "vitest";
import { runFire } from "./fire.ts";

test("a machine that burns down while buyers pay takes no order with it, and doubles none", async () => {
  const { line, problems } = await runFire({ count: 1, longest: 300, seed: 1 });
  expect(problems).toEqual([]);
  const [, paid = "0"] = /^fires 1, orders paid (\d+), /.exec(line) ?? [];
  expect(Number(paid)).toBeGreaterThan(0);
}, 120_000);
