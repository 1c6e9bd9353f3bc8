import { expect, test } from "vitest";

// Litestream's package has a program for this kind of machine alone.
if (process.platform === "linux" && process.arch === "x64") {
  test("a machine that burns down while buyers pay takes no order with it, and doubles none", async () => {
    const { runFire } = await import("./fire.ts");
    const { line, problems } = await runFire({ count: 1, longest: 300, seed: 1 });
    expect(problems).toEqual([]);
    const [, paid = "0"] = /^fires 1, orders paid (\d+), /.exec(line) ?? [];
    expect(Number(paid)).toBeGreaterThan(0);
  }, 120_000);
}
