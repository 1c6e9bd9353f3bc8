import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { pathsOf } from "../../../server/data/data-dir.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

const ROOT = join(import.meta.dirname, "../../..");
const HEAVY = /\/node_modules\/(react|react-dom|better-sqlite3|drizzle-orm|smtp-server|hono)\//;

type Run = { words: string[]; env?: Record<string, string>; after?: string };

/** Runs the program, then `after`; returns the exit code, output and loaded heavy packages. */
function run({ words, env = {}, after = "" }: Run) {
  const script = `
    process.on("exit", () => {
      console.log("\\n" + JSON.stringify(Object.keys(require.cache)));
    });
    process.argv.splice(1, Infinity, "papercub", ...${JSON.stringify(words)});
    await import("./server/main.ts");
    ${after}`;
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

/** Creates a data folder with a corrupt database. */
function damagedData(): string {
  const folder = temporaryFolder();
  writeFileSync(pathsOf(folder).database, "no database at all ".repeat(100));
  return folder;
}

test("a wrong word and a refused setting are reported without loading the store", () => {
  expect(run({ words: ["toString"] })).toEqual({
    code: 2,
    out: "",
    said: 'There is no command "toString": "papercub help" lists the commands.\n',
    heavy: [],
  });
  const refused = run({ words: ["serve"], env: { DEMO: "1", PORT: "x" } });
  expect(refused).toMatchObject({ code: 1, out: "", heavy: [] });
  expect(refused.said).toBe(
    "Cannot start. Please check these settings:\n  PORT: must be a port number\n",
  );
});

test("an unexpected error is one line, and in the log of a command that has one", () => {
  const env = { DEMO: "1", PORT: "0", DATA_DIR: damagedData() };
  for (const [word, logged] of [
    ["seed", false],
    ["serve", true],
  ] as const) {
    const { code, out, said } = run({ words: [word], env });
    expect([code, said]).toEqual([1, `papercub ${word} failed: file is not a database\n`]);
    expect(out.includes("SQLITE_NOTADB")).toBe(logged);
    if (logged)
      expect(JSON.parse(out)).toMatchObject({ level: 60, err: { code: "SQLITE_NOTADB" } });
  }
});

test.each(["", "async "])("an uncaught %serror prints neither source nor secret", (kind) => {
  const after = `setTimeout(${kind}() => { throw new Error("sk_test_1 is in line\\n7"); });`;
  const { code, out, said } = run({ words: ["version"], after });
  expect([code, out]).toEqual([1, packageJson.version]);
  expect(said).toBe("papercub version failed: sk_… is in line\n");
});

test("only a command that opens the store loads it", () => {
  const printed = { code: 0, out: packageJson.version, said: "", heavy: [] };
  expect(run({ words: ["version"] })).toEqual(printed);
  const refused = run({ words: ["seed"], env: { DEMO: "1", DATA_DIR: "/dev/null/data" } });
  expect(refused.heavy).toEqual(expect.arrayContaining(["better-sqlite3", "drizzle-orm"]));
});
