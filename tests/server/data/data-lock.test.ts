import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { products } from "../../../db/schema.ts";
import { ConfigError, loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { lockDataDir } from "../../../server/data/data-lock.ts";
import { openStore } from "../../../server/data/open-store.ts";
import { dataFolder } from "../../support/data-folder.ts";

async function lock(directory: string) {
  const held = await lockDataDir(directory, { use: "serve", waitMs: 0 });
  onTestFinished(held.release);
  return held;
}

test("a data directory is locked once, and again when it was released", async () => {
  const directory = dataFolder();
  const first = await lock(directory);
  const taken = new ConfigError([`DATA_DIR: ${directory} is in use by another store`]);
  await expect(lock(directory)).rejects.toThrow(taken);
  await expect(lock(join(directory, "..", "data"))).rejects.toThrow("is in use by another store");
  first.release();
  await lock(directory);
});

test("a data directory that is a file, or has no room for the lock, is refused in words", async () => {
  const file = dataFolder();
  writeFileSync(file, "a file");
  await expect(lock(file)).rejects.toThrow(`DATA_DIR: ${file} must be a folder`);
  const full = dataFolder();
  mkdirSync(pathsOf(full).lock, { recursive: true });
  await expect(lock(full)).rejects.toThrow(`DATA_DIR: ${full} must be a folder`);
});

test("waiting for a lock holds up nothing else, and ends when it is free", async () => {
  const directory = dataFolder();
  const first = await lock(directory);
  const waiting = lockDataDir(directory, { use: "serve", waitMs: 10_000 });
  // This timer fires only if waiting for the lock does not block the event loop.
  setTimeout(first.release, 20);
  (await waiting).release();
});

test("a restore is alone: with the store, with other commands, and while it is at work", async () => {
  const directory = dataFolder();
  const use = (use: "shared" | "serve" | "exclusive") => lockDataDir(directory, { use, waitMs: 0 });
  const inUse = "is in use: stop the store and other papercub commands first";
  const held = [await use("serve"), await use("shared"), await use("shared")];
  for (const each of held) {
    await expect(use("exclusive")).rejects.toThrow(inUse);
    each.release();
  }
  const alone = await use("exclusive");
  onTestFinished(alone.release);
  const restored = "is being restored: wait until that has ended";
  for (const other of ["shared", "serve", "exclusive"] as const) {
    await expect(use(other)).rejects.toThrow(restored);
  }
});

test("other commands work beside the lock", async () => {
  const directory = dataFolder();
  await lock(directory);
  const store = await openStore(loadConfig({ DEMO: "1", DATA_DIR: directory }));
  onTestFinished(store.db.close);
  store.db.write((tx) => tx.delete(products).run());
  expect(store.db.select().from(products).all()).toEqual([]);
});

test("the lock is one empty file that only this user may read", async () => {
  const directory = dataFolder();
  await lock(directory);
  const { lock: path } = pathsOf(directory);
  expect(readdirSync(directory)).toEqual([basename(path)]);
  const { mode, size } = statSync(path);
  expect([(mode & 0o777).toString(8), size]).toEqual(["600", 0]);
});
