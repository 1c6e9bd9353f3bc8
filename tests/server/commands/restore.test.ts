import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readArchive } from "../../../server/backups/archive.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { lockDataDir } from "../../../server/data/data-lock.ts";
import { childBackup } from "../../../server/backups/disk-backups.ts";
import { selfCall } from "../../../server/process/own-program.ts";
import { backupShop, soldIn } from "../../support/backup-shop.ts";
import { sha256 } from "../../support/catalogue.ts";

/** Runs the program as a child process on a data folder. */
function program(dataDir: string) {
  const env = { DEMO: "1", DATA_DIR: dataDir };
  return (...words: string[]) => {
    const [command = "", ...args] = selfCall(words);
    const child = spawnSync(command, args, { env, encoding: "utf8" });
    return { code: child.status, out: child.stdout, said: child.stderr };
  };
}

test("a refused backup or restore prints one line, with status 1", async () => {
  const shop = await backupShop();
  const call = program(shop.dataDir);
  const served = await lockDataDir(shop.dataDir, { use: "serve", waitMs: 0 });
  const file = await shop.backUp();
  expect(call("backup", file)).toEqual({
    code: 1,
    out: "",
    said: `${file} already exists: name another file.\n`,
  });
  expect(call("restore", file)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is in use: stop the store"),
  });
  served.release();
});

test("a backup that lacks stored files is made, names them and ends with status 1", async () => {
  const shop = await backupShop();
  const gone = sha256("%PDF-1.7 one");
  rmSync(join(pathsOf(shop.dataDir).files, `${gone}.pdf`));
  expect(program(shop.dataDir)("backup", shop.archive())).toMatchObject({
    code: 1,
    said: `1 stored file could not be read and are not in it: ${gone}\n`,
  });
  expect((await readArchive(shop.archive())).missing).toEqual([gone]);
});

test("a backup is made while a store serves, restored, and the previous database is brought back", async () => {
  const shop = await backupShop();
  const call = program(shop.dataDir);
  const file = shop.archive();
  await shop.sell("kept");
  const served = await lockDataDir(shop.dataDir, { use: "serve", waitMs: 0 });
  const made = call("backup", file);
  served.release();
  expect(made).toMatchObject({ code: 0, said: "" });
  expect(made.out).toMatch(
    /^\S+backup\.tar holds the database and 2 files, .*; it was read back and is complete\.\n$/,
  );
  await shop.sell("since");
  const restored = call("restore", file);
  expect(restored).toMatchObject({ code: 0, said: "" });
  const [what = "", where = "", next = ""] = restored.out.split("\n");
  expect(what).toMatch(/^\S+backup\.tar is restored, made .+ ago .*: 1 paid order, 2 files\.$/);
  const [, previous = ""] = /: papercub restore (\S+)$/.exec(where) ?? [];
  expect(next).toBe(
    "At its next start the store asks the payment provider for payments made since.",
  );
  expect(await shop.use(soldIn)).toEqual(["kept"]);
  expect(call("restore", previous)).toMatchObject({ code: 0, said: "" });
  expect(await shop.use(soldIn)).toEqual(["kept", "since"]);
});

test("the store's own backup runs with low priority, and returns its error", async () => {
  const shop = await backupShop();
  vi.stubEnv("DEMO", "1");
  vi.stubEnv("DATA_DIR", shop.dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { signal } = new AbortController();
  // Hold the lock so that the child process is still waiting when its priority is read.
  const alone = await lockDataDir(shop.dataDir, { use: "exclusive", waitMs: 0 });
  const { pid, ended } = childBackup(shop.archive(), signal);
  expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW);
  alone.release();
  expect(await ended).toBeUndefined();
  expect((await readArchive(shop.archive())).entries).toHaveLength(4);
  expect(await childBackup(shop.archive(), signal).ended).toBe(
    `${shop.archive()} already exists: name another file.`,
  );
});
