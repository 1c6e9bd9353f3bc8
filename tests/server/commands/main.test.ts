import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../../..");
const HEAVY = /\/node_modules\/(react|react-dom|better-sqlite3|drizzle-orm|smtp-server|hono)\//;

/** Runs a command of the store; tells what it printed and which heavy packages it had loaded. */
function run(command: string, env: Record<string, string> = {}) {
  const script = `
    process.on("exit", () => {
      console.log("\\n" + JSON.stringify(Object.keys(require.cache)));
    });
    process.argv[2] = ${JSON.stringify(command)};
    await import("./server/main.ts");`;
  const child = spawnSync(process.execPath, ["-e", script], { cwd: ROOT, env, encoding: "utf8" });
  const lines = child.stdout.trimEnd().split("\n");
  const loaded: string[] = JSON.parse(lines.pop() ?? "[]");
  const packages = loaded.flatMap((path) => HEAVY.exec(path)?.[1] ?? []);
  return {
    code: child.status,
    out: lines.join("\n").trimEnd(),
    said: child.stderr,
    heavy: [...new Set(packages)].toSorted(),
  };
}

test("the version is printed without loading the store", () => {
  expect(run("version")).toEqual({ code: 0, out: packageJson.version, said: "", heavy: [] });
});

test("a refused setting is told without loading the store", () => {
  const refused = run("serve", { DEMO: "1", PORT: "x" });
  expect(refused).toMatchObject({ code: 1, out: "", heavy: [] });
  expect(refused.said).toBe(
    "Cannot start. Please check these settings:\n  PORT: must be a port number\n",
  );
});

test.each(["help", "toString"])(
  "the word %s is no command, and is told which there are",
  (word) => {
    const { code, said, heavy } = run(word);
    expect({ code, heavy }).toEqual({ code: 1, heavy: [] });
    expect(said).toContain("serve     start the store");
  },
);

test("a command that opens the store loads it", () => {
  const refused = run("seed", { DEMO: "1", DATA_DIR: "/dev/null/data" });
  expect(refused.heavy).toEqual(expect.arrayContaining(["better-sqlite3", "drizzle-orm"]));
});
