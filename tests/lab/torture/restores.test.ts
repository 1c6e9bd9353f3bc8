import { expect, test } from "vitest";
import { runRestores } from "./restores.ts";

test("5 backups while buyers pay are restored with everything that was acknowledged", async () => {
  const { line, problems } = await runRestores({ count: 5, seed: 1 });
  expect(problems).toEqual([]);
  const [, looked = "0"] = /looked for (\d+) times/.exec(line) ?? [];
  expect(Number(looked)).toBeGreaterThan(5);
}, 120_000);
