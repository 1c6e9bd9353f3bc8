import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreBackup } from "../../../server/backups/restore.ts";
import { makeBackup } from "../../../server/backups/make-backup.ts";
import { loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { dropOldReplaced } from "../../../server/data/data-swap.ts";
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
import { readTar, restate, writeTar } from "../../support/tamper.ts";

const LATER = new Date("2026-11-22T12:00:00.000Z");

/** Creates a shop that sold "kept" before its backup and "since" after it. */
async function soldTwice() {
  const shop = await backupShop();
  await shop.sell("kept");
  const file = await shop.backUp();
  await shop.sell("since");
  await shop.use(({ files: stored }) => stored.save(new TextEncoder().encode("sent since")));
  return { ...shop, file, paths: pathsOf(shop.dataDir) };
}

test("a store is restored, and the previous database is kept", async () => {
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
  expect(readdirSync(replaced).toSorted()).toEqual(["app-secret", "papercub.sqlite"]);
  const { "papercub.sqlite": _database, ...others } = before;
  // A restore keeps the existing stored files.
  expect(contentOf(dataDir)).toMatchObject(others);
  expect(readdirSync(dataDir).toSorted()).toEqual(
    ["app-secret", "demo", "files", "papercub.sqlite", "replaced", "serve.lock"].toSorted(),
  );
  await use(({ db }) => expect(db.sqlite.pragma("journal_mode", { simple: true })).toBe("wal"));
  expect(await use(soldIn)).toEqual(["kept"]);
});

test("the previous database is restored like a backup, with all of its files", async () => {
  const { config, file, use } = await soldTwice();
  // Restore twice in the same second: the folders in `replaced` are named by time.
  const { replaced = "" } = await restoreBackup(config, { file, now: LATER });
  const previous = join(replaced, "papercub.sqlite");
  expect(await restoreBackup(config, { file: previous, now: LATER })).toMatchObject({
    missing: [],
  });
  expect(await use(soldIn)).toEqual(["kept", "since"]);
});

test("an archive of an earlier version, which ends with a seal, is restored", async () => {
  const { config, file, archive, use } = await soldTwice();
  const [manifest, ...rest] = restate(await readTar(file), (stated) => ({ ...stated, format: 1 }));
  if (!manifest) throw new Error("The archive has no manifest.");
  const seal = { header: { name: "manifest.sha256" }, content: Buffer.from("of the manifest") };
  const earlier = archive("earlier.tar");
  await writeTar(earlier, [manifest, ...rest, seal]);
  await restoreBackup(config, { file: earlier, now: LATER });
  expect(await use(soldIn)).toEqual(["kept"]);
});

test("a backup is restored into an empty folder", async () => {
  const { file } = await soldTwice();
  const config = loadConfig({ DEMO: "1", DATA_DIR: dataFolder() });
  const { replaced } = await restoreBackup(config, { file, now: LATER });
  expect(replaced).toBeUndefined();
  expect(await useStore(config, soldIn)).toEqual(["kept"]);
});

test("a broken database is replaced and kept", async () => {
  const { config, file, paths, use } = await soldTwice();
  writeFileSync(paths.database, "torn to pieces ".repeat(500));
  const { replaced = "" } = await restoreBackup(config, { file, now: LATER });
  expect(await use(soldIn)).toEqual(["kept"]);
  expect(contentOf(replaced)["papercub.sqlite"]).toContain("torn to pieces");
});

test("restoring a database file keeps secret and stored files", async () => {
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
});

test("missing files of an archive are reported, and the rest is restored", async () => {
  const { config, paths, use, archive } = await soldTwice();
  const gone = sha256("%PDF-1.7 two");
  rmSync(join(paths.files, `${gone}.pdf`));
  const file = archive("incomplete.tar");
  await makeBackup(config, { file, now: MADE_AT });
  expect(await restoreBackup(config, { file, now: LATER })).toMatchObject({ missing: [gone] });
  expect(await use(soldIn)).toEqual(["kept", "since"]);
});

test("a device that follows the changes receives those made after a restore", async () => {
  const { config, file, use } = await soldTwice();
  const since = await use(({ db }) => newestSequence(db));
  await restoreBackup(config, { file, now: LATER });
  await use((store) => sell(store, "A"));
  const { changes } = await use(({ db }) => listChanges(db, { since, limit: 500 }));
  expect(changes).toHaveLength(1);
});

test("replaced data is removed after a time", async () => {
  const { config, dataDir, file, paths } = await soldTwice();
  await restoreBackup(config, { file, now: MADE_AT });
  await restoreBackup(config, { file, now: LATER });
  writeFileSync(join(paths.replaced, "notes.txt"), "the owner's");
  await dropOldReplaced(dataDir, LATER);
  const left = ["2026-11-22T12-00-00Z", "notes.txt"];
  expect(readdirSync(paths.replaced).toSorted()).toEqual(left);
});

/** Creates the state left by a restore that was killed after `renames` renames. */
async function killedAfter(renames: number) {
  const shop = await soldTwice();
  const { file, paths } = shop;
  const time = "2026-11-22T12-00-00Z";
  const [from, to] = [join(paths.restoring, time), join(paths.replaced, time)];
  for (const folder of [join(from, "files"), to]) mkdirSync(folder, { recursive: true });
  for (const { header, content } of (await readTar(file)).slice(1)) {
    writeFileSync(join(from, header.name), content);
  }
  const [one = ""] = readdirSync(join(from, "files"));
  const steps: [from: string, to: string][] = [
    [join(from, "files", one), join(paths.files, one)],
    [paths.secret, join(to, "app-secret")],
    [paths.database, join(to, "papercub.sqlite")],
    [join(from, "app-secret"), paths.secret],
    [join(from, "papercub.sqlite"), paths.database],
  ];
  for (const [source, target] of steps.slice(0, renames)) renameSync(source, target);
  return { shop, restoring: paths.restoring, previous: join(to, "papercub.sqlite"), steps };
}

test("the next command finishes a restore that was killed between its renames", async () => {
  const { steps } = await killedAfter(0);
  for (let renames = 0; renames <= steps.length; renames++) {
    const { shop, restoring, previous } = await killedAfter(renames);
    expect([renames, await shop.use(soldIn)]).toEqual([renames, ["kept"]]);
    expect(existsSync(restoring)).toBe(false);
    await restoreBackup(shop.config, { file: previous, now: LATER });
    expect([renames, await shop.use(soldIn)]).toEqual([renames, ["kept", "since"]]);
  }
});
