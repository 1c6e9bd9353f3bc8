import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
/** Script that starts the store on an invalid data folder and prints the React build it loaded. */
const ASK = `
  process.on("exit", () => {
    const react = Object.keys(require.cache).filter((path) => /react-dom-server\\b.*[.]js$/.test(path));
    console.log(react.map((path) => /development|production/.exec(path)?.[0]).join());
  });
  process.argv[2] = "serve";
  await import("./server/main.ts");`;

function buildsOf(env: Record<string, string>): string[] {
  const settings = { DEMO: "1", PORT: "0", DATA_DIR: "/dev/null/data", ...env };
  const { stdout } = spawnSync(process.execPath, ["-e", ASK], { cwd: ROOT, env: settings });
  return [...new Set(String(stdout).trim().split(","))];
}

test("the store loads React as it is made for visitors, unless it is told otherwise", () => {
  expect(buildsOf({ NODE_ENV: "development" })).toEqual(["development"]);
  expect(buildsOf({})).toEqual(["production"]);
});
