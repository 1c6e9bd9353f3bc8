import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { products } from "../../../db/schema.ts";
import { ConfigError, loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { openStore } from "../../../server/data/open-store.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

const dataDir = () => join(temporaryFolder(), "deep", "data");

async function open(DATA_DIR: string, env: Record<string, string> = {}) {
  const store = await openStore(loadConfig({ DEMO: "1", DATA_DIR, ...env }));
  onTestFinished(store.db.close);
  return store;
}
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

const refusal = (directory: string, code: string) =>
  new ConfigError([
    `DATA_DIR: ${directory} must be a folder in which this user may write (${code})`,
  ]);

test("a data directory that is a file, or has no room for a database, stops the start in words", async () => {
  const full = dataDir();
  mkdirSync(pathsOf(full).database, { recursive: true });
  await expect(open(full)).rejects.toThrow(refusal(full, "SQLITE_CANTOPEN"));
  const directory = dataDir();
  mkdirSync(join(directory, ".."), { recursive: true });
  writeFileSync(directory, "not a directory");
  await expect(open(directory)).rejects.toThrow(refusal(directory, "EEXIST"));
  const below = join(directory, "data");
  await expect(open(below)).rejects.toThrow(refusal(below, "ENOTDIR"));
  expect(readFileSync(directory, "utf8")).toBe("not a directory");
});

test("a database that is broken is a fault, and no setting is blamed", async () => {
  const directory = dataDir();
  mkdirSync(directory, { recursive: true });
  writeFileSync(pathsOf(directory).database, "no database at all ".repeat(100));
  const outcome = await open(directory).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ code: "SQLITE_NOTADB" });
});

test("makes what is missing, readable by this user alone", async () => {
  const directory = dataDir();
  const store = await open(directory);
  expect(store.db.select().from(products).all()).toEqual([]);
  expect(modeOf(directory)).toBe("700");
  expect(modeOf(pathsOf(directory).secret)).toBe("600");
});

test("takes from other users what they could read, in a folder that they may enter", async () => {
  const directory = dataDir();
  const { database, secret, lock, files } = pathsOf(directory);
  const kept = [database, secret, lock];
  (await open(directory)).db.close();
  writeFileSync(lock, "");
  mkdirSync(files);
  chmodSync(directory, 0o755);
  for (const path of kept) chmodSync(path, 0o644);
  chmodSync(files, 0o755);
  await open(directory);
  for (const path of kept) expect([path, modeOf(path)]).toEqual([path, "600"]);
  expect(modeOf(`${database}-wal`)).toBe("600");
  expect(modeOf(files)).toBe("700");
  // The folder's mode is unchanged: only files created by the store become private.
  expect(modeOf(directory)).toBe("755");
});

test("makes a secret once and keeps it over restarts; another shop has another", async () => {
  const directory = dataDir();
  const first = (await open(directory)).secret;
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(readFileSync(pathsOf(directory).secret, "utf8").trim()).toBe(first);
  expect((await open(directory)).secret).toBe(first);
  expect((await open(dataDir())).secret).not.toBe(first);
});

test("a secret that is given is used and not written down", async () => {
  const directory = dataDir();
  expect((await open(directory, { APP_SECRET: "g".repeat(40) })).secret).toBe("g".repeat(40));
  expect(() => statSync(pathsOf(directory).secret)).toThrow("ENOENT");
});

test("a secret that cannot be read stops the start instead of ending every link", async () => {
  const directory = dataDir();
  mkdirSync(directory, { recursive: true });
  const path = pathsOf(directory).secret;
  symlinkSync(path, path);
  await expect(open(directory)).rejects.toThrow();
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});

test("a secret file that holds too little never signs anything", async () => {
  for (const content of ["", "\n", "   \n", "short\n"]) {
    const directory = dataDir();
    mkdirSync(directory, { recursive: true });
    writeFileSync(pathsOf(directory).secret, content);
    // Refusing to start is acceptable too.
    const store = await open(directory).catch(() => undefined);
    if (store) expect(store.secret.length).toBeGreaterThanOrEqual(30);
  }
});
