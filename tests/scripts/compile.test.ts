import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { freePort, startStore } from "../support/store-process.ts";
import { temporaryFolder } from "../support/data-folder.ts";

const PAPERCUB = join(import.meta.dirname, "../../dist/papercub");

/** Creates a folder with config files that Bun loads by default, each with a visible effect. */
function plantedFolder() {
  const folder = temporaryFolder();
  const mark = join(folder, "loaded");
  const planted = {
    ".env": "PORT=no-port\nBRAND=Planted\n",
    ".env.production": "PORT=no-port\n",
    "bunfig.toml": 'preload = ["./preload.ts"]\n',
    "package.json": '{ "type": "commonjs", "imports": { "#x": "./preload.ts" } }',
    "preload.ts": `await Bun.write(${JSON.stringify(mark)}, "loaded");\n`,
    "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./preload.ts"] } } }',
  };
  for (const [name, text] of Object.entries(planted)) writeFileSync(join(folder, name), text);
  return { folder, mark, names: Object.keys(planted) };
}

const runIn = (folder: string, words: string[], env: Record<string, string> = {}) => {
  const child = spawnSync(PAPERCUB, words, { cwd: folder, env, encoding: "utf8" });
  return { code: child.status, out: child.stdout, said: child.stderr };
};

test("without a folder for the add-on, the error is one line", () => {
  const { folder } = plantedFolder();
  const env = { DEMO: "1", DATA_DIR: join(folder, "data"), TMPDIR: "/dev/null" };
  const { code, out, said } = runIn(folder, ["admin", "add", "anna@example.com"], env);
  expect([code, out]).toEqual([1, ""]);
  expect(said).toMatch(
    /^papercub admin failed: .+TMPDIR in which this user may write and run.+\n$/,
  );
});

test("the executable reads nothing of the folder that it is started in", async () => {
  const { folder, mark, names } = plantedFolder();
  expect(runIn(folder, ["version"])).toEqual({
    code: 0,
    out: `${packageJson.version}\n`,
    said: "",
  });
  const port = await freePort();
  const dataDir = join(folder, "data");
  const program = PAPERCUB;
  const store = await startStore({ dataDir, port, program, cwd: folder, env: { DEMO: "1" } });
  onTestFinished(store.end);
  const page = await (await fetch(store.url)).text();
  expect(page).toContain("| Papercub</title>");
  const [script = ""] = /\/assets\/entry-client-[\w-]+\.js/.exec(page) ?? [];
  for (const [path, encoding] of [
    [script, "br"],
    [script, "gzip"],
    ["/demo/fonts/figtree.woff2", null],
  ] as const) {
    const answer = await fetch(store.url + path, {
      headers: { "Accept-Encoding": encoding ?? "identity" },
    });
    expect([answer.status, answer.headers.get("Content-Encoding")]).toEqual([200, encoding]);
    expect((await answer.bytes()).byteLength).toBeGreaterThan(1000);
  }
  await store.stop();
  expect(existsSync(mark)).toBe(false);
  expect(readdirSync(folder).toSorted()).toEqual([...names, "data"].toSorted());
});
