import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../db/client.ts";
import { loadConfig } from "../../server/config.ts";
import { pathsOf } from "../../server/data/data-dir.ts";
import { lockDataDir } from "../../server/data/data-lock.ts";
import { makeUnpacked } from "../../server/data/data-swap.ts";
import { openDemo } from "../../server/demo/index.ts";
import { openStore } from "../../server/data/open-store.ts";
import { openFiles } from "../../server/integrations/open-files.ts";
import { bucketAt, openBucketServer } from "../support/bucket.ts";
import { migratedDatabase } from "../support/migrated-database.ts";
import { temporaryFolder } from "../support/data-folder.ts";

const page = readFileSync(new URL("../../docs/retention.md", import.meta.url), "utf8");

/** Returns the names in the first table column of a section of docs/retention.md. */
function rowsOf(section: string): string[] {
  const text = page.split("\n## ").find((part) => part.startsWith(section)) ?? "";
  return Array.from(text.matchAll(/^\| `([^`]+)`/gm), ([, name = ""]) => name);
}

test("every table has a rule for how long its rows are kept, and every rule has a table", () => {
  const db = openDatabase(migratedDatabase());
  onTestFinished(db.close);
  const tables = db.sqlite
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_texts*'",
    )
    .pluck()
    .all();
  const rules = rowsOf("Tables").filter((name) => name !== "<table>_texts");
  expect(rules.toSorted()).toEqual(tables.toSorted());
});

test("every file that the store makes in its folder has a rule", async () => {
  const directory = temporaryFolder();
  const config = loadConfig({ DEMO: "1", DATA_DIR: directory });
  onTestFinished((await lockDataDir(config.dataDir, { use: "serve", waitMs: 0 })).release);
  const store = await openStore(config);
  onTestFinished(store.db.close);
  const files = openFiles(config);
  const demo = await openDemo({ config, store, deliver: async () => new Response() });
  onTestFinished(demo.mailbox.close);
  const bytes = new TextEncoder().encode("a file");
  const sha256 = await files.save(bytes);
  await files.bundle([{ name: "a.pdf", sha256, bytes: bytes.length }]);
  const { backups, replaced } = pathsOf(directory);
  for (const folder of [await makeUnpacked(directory), backups, replaced]) {
    mkdirSync(folder, { recursive: true });
  }
  const server = await openBucketServer();
  onTestFinished(() => server.remove());
  const remote = openFiles({ ...config, bucket: bucketAt(server.newFolder()) });
  await remote.path({ sha256: await remote.save(bytes), bytes: bytes.length });

  const made = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const rules = rowsOf("Files");
  const isCovered = (path: string) => rules.some((rule) => path.startsWith(rule));
  const isFolderOfRules = (path: string) => rules.some((rule) => rule.startsWith(`${path}/`));
  expect(made.filter((path) => !isCovered(path) && !isFolderOfRules(path))).toEqual([]);
  expect(rules.filter((rule) => !made.includes(rule))).toEqual([]);
  const { demo: _folder, ...paths } = pathsOf(directory);
  const known = Object.values(paths).map((path) => relative(directory, path));
  expect(known.toSorted()).toEqual(rules.toSorted());
});
