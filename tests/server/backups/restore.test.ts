import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { files } from "../../../db/schema.ts";
import { restoreBackup, undoRestore } from "../../../server/backups/restore.ts";
import { makeBackup } from "../../../server/backups/make-backup.ts";
import { unpack } from "../../../server/backups/unpack.ts";
import { loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import {
  dropOldReplaced,
  dropUnfinished,
  makeUnpacked,
  planSwap,
} from "../../../server/data/data-swap.ts";
import { listChanges, newestSequence } from "../../../server/domain/tables/changes-feed.ts";
import {
  backupShop,
  contentOf,
  MADE_AT,
  sell,
  soldIn,
  useStore,
} from "../../support/backup-shop.ts";
import { sha256 } from "../../support/catalogue.ts";
import { dataFolder } from "../../support/data-folder.ts";

const LATER = new Date("2026-11-22T12:00:00.000Z");

/** A shop that has sold "kept" before its backup, and "since" after it. */
async function soldTwice() {
  const shop = await backupShop();
  await shop.sell("kept");
  const file = await shop.backUp();
  await shop.sell("since");
  await shop.use(({ files: stored }) => stored.save(new TextEncoder().encode("sent since")));
  return { ...shop, file, paths: pathsOf(shop.dataDir) };
}

test("nothing is taken back where nothing was restored", async () => {
  const { config, dataDir } = await backupShop();
  const before = contentOf(dataDir);
  await expect(undoRestore(config, LATER)).rejects.toThrow("no restore that could be taken back");
  expect(contentOf(dataDir)).toEqual(before);
});

test("a restored store is as it was, and what it replaces stands beside it", async () => {
  const { config, dataDir, file, paths, use } = await soldTwice();
  for (const path of [paths.demo, paths.bundles]) mkdirSync(path, { recursive: true });
  writeFileSync(paths.demoPayments, "the provider's own");
  const before = contentOf(dataDir);
  const restored = await restoreBackup(config, { file, now: LATER });
  const replaced = join(paths.replaced, "2026-11-22T12-00-00Z");
  expect(restored).toMatchObject({
    facts: { paidOrders: 1 },
    madeAt: MADE_AT,
    hasFiles: true,
    missing: [],
    replaced,
  });
  // Its log is part of the one file by now.
  const { "demo/payments.jsonl": _provider, "papercub.sqlite": _database, ...own } = before;
  expect(contentOf(replaced)).toEqual({ ...own, "papercub.sqlite": expect.any(String) });
  expect(readdirSync(dataDir).toSorted()).toEqual(
    ["app-secret", "demo", "files", "papercub.sqlite", "replaced", "serve.lock"].toSorted(),
  );
  expect(readdirSync(paths.files)).toHaveLength(2);
  expect(await use(soldIn)).toEqual(["kept"]);
});

test("a restore is taken back, and that again", async () => {
  const { config, dataDir, file, use } = await soldTwice();
  const before = contentOf(dataDir);
  await restoreBackup(config, { file, now: LATER });
  await use((store) => sell(store, "after"));
  // The clock need not go on for that.
  await undoRestore(config, LATER);
  expect(await use(soldIn)).toEqual(["kept", "since"]);
  const { "papercub.sqlite": _database, ...others } = before;
  expect(contentOf(dataDir)).toMatchObject(others);
  await undoRestore(config, LATER);
  expect(await use(soldIn)).toEqual(["kept", "after"]);
  expect(readdirSync(pathsOf(dataDir).files)).toHaveLength(2);
});

test("an empty folder becomes the store, with nothing to take back", async () => {
  const { file } = await soldTwice();
  const dataDir = dataFolder();
  const config = loadConfig({ DEMO: "1", DATA_DIR: dataDir });
  const { replaced } = await restoreBackup(config, { file, now: LATER });
  expect(replaced).toBeUndefined();
  expect(await useStore(config, soldIn)).toEqual(["kept"]);
  await expect(undoRestore(config, LATER)).rejects.toThrow("no restore");
});

test("a database that can't even be opened is replaced, and comes back as it was", async () => {
  const { config, dataDir, file, paths, use } = await soldTwice();
  writeFileSync(paths.database, "torn to pieces ".repeat(500));
  writeFileSync(`${paths.database}-wal`, "and its log");
  const before = contentOf(dataDir);
  await restoreBackup(config, { file, now: LATER });
  expect(await use(soldIn)).toEqual(["kept"]);
  await undoRestore(config, LATER);
  expect(contentOf(dataDir)).toMatchObject(before);
});

test("a copy of the database alone keeps the secret and the files that are there", async () => {
  const { config, dataDir, paths, use, archive } = await soldTwice();
  const copy = archive("before-schema-12.sqlite");
  await use(({ db }) => void db.sqlite.prepare("VACUUM INTO ?").run(copy));
  await use((store) => sell(store, "after"));
  rmSync(join(paths.files, `${sha256("%PDF-1.7 one")}.pdf`));
  const left = { ...contentOf(dataDir), "papercub.sqlite": "" };
  const restored = await restoreBackup(config, { file: copy, now: LATER });
  expect(restored).toMatchObject({ hasFiles: false, missing: [sha256("%PDF-1.7 one")] });
  expect({ ...contentOf(dataDir), "papercub.sqlite": "" }).toMatchObject(left);
  expect(await use(soldIn)).toEqual(["kept", "since"]);
  await undoRestore(config, LATER);
  expect(await use(soldIn)).toEqual(["kept", "since", "after"]);
});

test("files that the archive says it does not hold are told, and the rest is restored", async () => {
  const { config, paths, use, archive } = await soldTwice();
  const gone = sha256("%PDF-1.7 two");
  rmSync(join(paths.files, `${gone}.pdf`));
  const file = archive("incomplete.tar");
  await makeBackup(config, { file, now: MADE_AT });
  expect(await restoreBackup(config, { file, now: LATER })).toMatchObject({ missing: [gone] });
  expect(await use(soldIn)).toEqual(["kept", "since"]);
});

test("a device that follows the changes is told of those after a restore, and after it was taken back", async () => {
  const { config, file, use } = await soldTwice();
  let since = await use(({ db }) => newestSequence(db));
  const tellNext = (number: string) =>
    use((store) => {
      sell(store, number);
      const { changes, next } = listChanges(store.db, { since, limit: 500 });
      since = next;
      return changes.length;
    });
  await restoreBackup(config, { file, now: LATER });
  expect(await tellNext("A")).toBe(1);
  await undoRestore(config, LATER);
  expect(await tellNext("B")).toBe(1);
});

test("what a restore has replaced is dropped after a time, the rest is not", async () => {
  const { config, dataDir, file, paths } = await soldTwice();
  await restoreBackup(config, { file, now: MADE_AT });
  await restoreBackup(config, { file, now: LATER });
  writeFileSync(join(paths.replaced, "notes.txt"), "the owner's");
  await dropOldReplaced(dataDir, LATER);
  const left = ["2026-11-22T12-00-00Z", "notes.txt"];
  expect(readdirSync(paths.replaced).toSorted()).toEqual(left);
});

/** Does one thing after the other, as the restore itself does it, and is killed after some of them. */
async function killedAfter(count: number) {
  const shop = await soldTwice();
  const { config, dataDir, file, paths } = shop;
  const from = await makeUnpacked(dataDir);
  await unpack(config, { file, folder: from, anySecret: false });
  const plan = await planSwap(dataDir, { from, now: LATER });
  const to = join(dataDir, plan.to);
  const steps = [
    () => mkdirSync(to, { recursive: true }),
    ...plan.out.map((name) => () => renameSync(join(dataDir, name), join(to, name))),
    ...plan.in.map((name) => () => renameSync(join(from, name), join(dataDir, name))),
    () => rmSync(from, { recursive: true }),
  ];
  for (const step of steps.slice(0, count)) step();
  return { shop, steps: steps.length, restoring: paths.restoring };
}

test("a restore that was killed before it has decided leaves the old state, and goes away", async () => {
  const { config, dataDir, file, paths, use } = await soldTwice();
  const before = contentOf(dataDir);
  const folder = await makeUnpacked(dataDir);
  await unpack(config, { file, folder, anySecret: false });
  expect(await use(soldIn)).toEqual(["kept", "since"]);
  await dropUnfinished(dataDir);
  expect(existsSync(paths.restoring)).toBe(false);
  expect(Object.keys(contentOf(dataDir))).toEqual(Object.keys(before));
});

test("a restore that was killed at any later moment is brought to its end by what comes next", async () => {
  const { steps } = await killedAfter(0);
  expect(steps).toBe(8);
  for (let count = 0; count <= steps; count++) {
    const { shop, restoring } = await killedAfter(count);
    expect([count, await shop.use(soldIn)]).toEqual([count, ["kept"]]);
    expect(existsSync(restoring)).toBe(false);
    await undoRestore(shop.config, LATER);
    expect([count, await shop.use(soldIn)]).toEqual([count, ["kept", "since"]]);
  }
});

test("a restored database has its safety settings again", async () => {
  const { config, file, use, paths } = await soldTwice();
  await restoreBackup(config, { file, now: LATER });
  expect(new Database(paths.database).pragma("journal_mode", { simple: true })).toBe("delete");
  await use(({ db }) => {
    expect(db.sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(db.select().from(files).all()).toHaveLength(2);
  });
});
