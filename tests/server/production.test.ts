import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const ASK = `import "./server/production.ts"; const { act } = await import("react"); console.log(typeof act);`;

const actOf = (env: Record<string, string>) =>
  execFileSync(process.execPath, ["-e", ASK], { cwd: ROOT, env, encoding: "utf8" }).trim();

test("the store loads React as it is made for visitors, unless it is told otherwise", () => {
  expect(actOf({ NODE_ENV: "development" })).toBe("function");
  expect(actOf({})).toBe("undefined");
});
