import { expect, test } from "vitest";
import { runKills } from "./kills.ts";
import { runRestores } from "./restores.ts";
import { runWebhooks } from "./webhooks.ts";

// Short runs of the fault-injection tests, with a fixed seed.
const LIMIT_MS = 120_000;

test(
  "2 kills while buyers pay lose nothing and double nothing",
  async () => {
    const { line, problems } = await runKills({ count: 2, seed: 1 });
    expect(problems).toEqual([]);
    expect(line).toMatch(/^kills 2, sessions paid [1-9]/);
  },
  LIMIT_MS,
);

test(
  "2 backups while buyers pay are restored with everything that was acknowledged",
  async () => {
    const { line, problems } = await runRestores({ count: 2, seed: 1 });
    expect(problems).toEqual([]);
    expect(line).toMatch(/compared [1-9]/);
  },
  LIMIT_MS,
);

test(
  "2 kills while events go to endpoints that fail at random lose none and keep their order",
  async () => {
    const { line, problems } = await runWebhooks({ count: 20, kills: 2, seed: 1 });
    expect(problems).toEqual([]);
    expect(line).toMatch(/orders refunded [1-9]/);
  },
  LIMIT_MS,
);

// Litestream's package contains a binary for this platform only.
if (process.platform === "linux" && process.arch === "x64") {
  test(
    "a burned machine loses no order and doubles none",
    async () => {
      const { runFire } = await import("./fire.ts");
      const { line, problems } = await runFire({ count: 1, longest: 300, seed: 1 });
      expect(problems).toEqual([]);
      expect(line).toMatch(/^fires 1, orders paid [1-9]/);
    },
    LIMIT_MS,
  );
}
