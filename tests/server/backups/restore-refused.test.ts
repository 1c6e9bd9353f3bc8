import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { findForeignSchema } from "../../../db/foreign-schema.ts";
import { migrate } from "../../../db/migrate.ts";
import { admin } from "../../../db/migrations/admin.ts";
import { migrations } from "../../../db/migrations/index.ts";
import { restoreBackup } from "../../../server/backups/restore.ts";
import { type Config, loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { lockDataDir } from "../../../server/data/data-lock.ts";
import { backupShop, contentOf, MADE_AT, useStore } from "../../support/backup-shop.ts";
import { migrationsBefore } from "../../support/migrated-database.ts";
import { readTar, reforge, restate, type TarEntry, writeTar } from "../../support/tamper.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

type Shop = Awaited<ReturnType<typeof backupShop>>;

/** Creates a shop with an order that is not in its backup. */
async function soldSince(env: Record<string, string> = {}) {
  const shop = await backupShop(env);
  const file = await shop.backUp();
  await shop.sell("since");
  return { ...shop, file, entries: await readTar(file) };
}

/** Attempts a restore, asserts that the data folder is unchanged, and returns the error message. */
async function refusalOf(shop: Pick<Shop, "dataDir" | "config">, file: string, config?: Config) {
  const before = contentOf(shop.dataDir);
  const outcome = await restoreBackup(config ?? shop.config, { file, now: MADE_AT }).then(
    () => "restored",
    ({ message }: Error) => message,
  );
  expect(contentOf(shop.dataDir)).toEqual(before);
  return outcome;
}

async function refusalOfTar(shop: Shop, entries: TarEntry[]) {
  const file = shop.archive("tampered.tar");
  await writeTar(file, entries);
  return refusalOf(shop, file);
}

test("a data folder in use by a store, a command or another program", async () => {
  const { dataDir, config, file } = await soldSince();
  const inUse = `DATA_DIR: ${dataDir} is in use: stop the store and other papercub commands first`;
  const served = await lockDataDir(dataDir, { use: "serve", waitMs: 0 });
  expect(await refusalOf({ dataDir, config }, file)).toContain(inUse);
  served.release();
  await useStore(config, async () => {
    expect(await refusalOf({ dataDir, config }, file)).toContain(inUse);
  });
  const { database } = pathsOf(dataDir);
  const other = new Database(database);
  onTestFinished(() => void other.close());
  other.pragma("journal_mode");
  other.prepare("SELECT count(*) FROM orders").get();
  expect(await refusalOf({ dataDir, config }, file)).toBe(
    `Another program has ${database} open: end it first.`,
  );
});

test("a missing file, or one that is no backup", async () => {
  const shop = await soldSince();
  const file = shop.archive("other.tar");
  expect(await refusalOf(shop, file)).toBe(`${file} can't be read (ENOENT).`);
  for (const content of ["", "no archive at all ".repeat(100), "\0".repeat(2048)]) {
    writeFileSync(file, content);
    expect(await refusalOf(shop, file)).toMatch(/no backup of Papercub|is cut short/);
  }
  await writeTar(file, [{ header: { name: "hello.txt" }, content: Buffer.from("hello") }]);
  expect(await refusalOf(shop, file)).toContain("no backup of Papercub");
});

test("an archive that is cut short", async () => {
  const shop = await soldSince();
  const whole = readFileSync(shop.file);
  // The last kilobyte is tar's end-of-archive padding.
  const end = whole.byteLength - 1024;
  const cuts = [1, 511, 512, 5000, whole.byteLength >> 1, end - 512];
  for (const length of cuts) {
    const file = shop.archive("cut.tar");
    writeFileSync(file, whole);
    truncateSync(file, length);
    const says = expect.stringContaining(`${file} is cut short: `);
    expect([length, await refusalOf(shop, file)]).toEqual([length, says]);
  }
});

test("an archive with a changed bit in any part", async () => {
  const shop = await soldSince();
  const whole = readFileSync(shop.file);
  const starts = shop.entries.map(({ header }) => whole.indexOf(`${header.name}\0`));
  // Flip a bit in the name, the size and the first content byte of each entry.
  for (const at of starts.flatMap((start) => [start, start + 130, start + 512])) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    const file = shop.archive("changed.tar");
    writeFileSync(file, bytes);
    expect([at, await refusalOf(shop, file)]).not.toEqual([at, "restored"]);
  }
});

const HOSTILE: [what: string, change: (entries: TarEntry[]) => TarEntry[]][] = [
  ["a name that leads out of the folder", renamed("../../escaped.pdf")],
  ["a name of the lock", renamed("serve.lock")],
  ["a symbolic link", typed("symlink")],
  ["a device", typed("character-device")],
  ["an entry twice", (entries) => entries.flatMap((one, at) => (at === 3 ? [one, one] : [one]))],
  ["an entry too few", (entries) => entries.toSpliced(3, 1)],
  ["an entry after the end", (entries) => [...entries, entries[2]!]],
  ["no database", (entries) => restate(entries.toSpliced(1, 1))],
  [
    "a file under another name",
    (entries) => restate(renamed(`files/${"0".repeat(64)}.pdf`)(entries)),
  ],
];

function renamed(name: string) {
  return (entries: TarEntry[]) =>
    entries.map((entry, at) => (at === 3 ? { ...entry, header: { name } } : entry));
}

function typed(type: NonNullable<TarEntry["header"]["type"]>) {
  return (entries: TarEntry[]) =>
    entries.map((entry, at) =>
      at === 3
        ? { header: { ...entry.header, type, linkname: "/etc/passwd" }, content: Buffer.alloc(0) }
        : entry,
    );
}

test.each(HOSTILE)("an archive with %s, also with a manifest that fits", async (_, change) => {
  const shop = await soldSince();
  for (const entries of [change(shop.entries), restate(change(shop.entries))]) {
    expect(await refusalOfTar(shop, entries)).toMatch(
      /no backup|is damaged|is cut short|another program/,
    );
  }
});

test("an archive in another order than its manifest says", async () => {
  const shop = await soldSince();
  const [manifest, database, secret, ...rest] = shop.entries;
  const refusal = await refusalOfTar(shop, [manifest!, secret!, database!, ...rest]);
  expect(refusal).toContain('it has "app-secret" in place of papercub.sqlite');
});

test("an archive of a newer program, another format, or with a manifest that is too long", async () => {
  const shop = await soldSince();
  const says = (change: Record<string, unknown>) =>
    refusalOfTar(
      shop,
      restate(shop.entries, (manifest) => ({ ...manifest, ...change })),
    );
  const schema = migrations.length + 1;
  expect(await says({ schema })).toContain(
    `is of a newer program: it has schema ${schema}, this program knows ${schema - 1}.`,
  );
  expect(await says({ schema: schema - 2 })).toContain("is damaged");
  expect(await says({ format: 3 })).toContain("another program");
  expect(await says({ missing: ["x".repeat(33_000_000)] })).toContain("manifest is too long");
});

test("an archive larger than the free disk space, before it is unpacked", async () => {
  const shop = await soldSince();
  const huge = restate(shop.entries, (manifest) => ({
    ...manifest,
    entries: manifest.entries.map((entry) => ({ ...entry, bytes: 9e15 })),
  }));
  expect(await refusalOfTar(shop, huge)).toMatch(
    /^There is no room for the content of .*: .* are free/,
  );
});

test("an archive of another mode", async () => {
  const shop = await soldSince();
  const config = loadConfig({
    DATA_DIR: shop.dataDir,
    STRIPE_SECRET_KEY: "sk_test_of_the_shop",
    SMTP_URL: "smtps://user:pass@mail.example.com:465",
    MAIL_FROM: "Shop <shop@example.com>",
    SUPPORT_EMAIL: "help@example.com",
  });
  expect(await refusalOf(shop, shop.file, config)).toBe(
    `${shop.file} holds the data of a demo, and these settings are those of a test shop: restore it with DEMO=1.`,
  );
  // Changing the mode in the manifest does not bypass the check.
  const other = shop.archive("other.tar");
  await writeTar(
    other,
    restate(shop.entries, (manifest) => ({ ...manifest, mode: "test" })),
  );
  expect(await refusalOf(shop, other, config)).toContain("holds the data of a demo");
});

test("an archive made with another secret, unless that is accepted", async () => {
  const secrets = ["a", "b"].map((letter) => `${letter.repeat(40)}`);
  const shop = await soldSince({ APP_SECRET: secrets[0] ?? "" });
  const config = (APP_SECRET: string) =>
    loadConfig({ DEMO: "1", DATA_DIR: shop.dataDir, APP_SECRET });
  for (const other of [secrets[1] ?? "", ""]) {
    expect(await refusalOf(shop, shop.file, config(other))).toMatch(
      /^APP_SECRET is not the one that this backup was made with: set that one, or add --other-secret\./,
    );
  }
  const kept = await backupShop();
  const file = await kept.backUp();
  const set = loadConfig({ DEMO: "1", DATA_DIR: kept.dataDir, APP_SECRET: secrets[0] });
  expect(await refusalOf(kept, file, set)).toContain(
    "leave it out, because the backup holds its own",
  );
  await restoreBackup(set, { file, now: MADE_AT, anySecret: true });
});

test("a damaged database, or rows with missing references", async () => {
  const shop = await soldSince();
  const database = shop.entries[1]!.content;
  const refusalOfDatabase = (content: Buffer) =>
    refusalOfTar(shop, reforge(shop.entries, "papercub.sqlite", content));
  const torn = Buffer.from(database);
  torn.fill(7, 4096 * 4, 4096 * 5);
  expect(await refusalOfDatabase(torn)).toContain("is damaged");
  const alone = shop.archive("alone.sqlite");
  writeFileSync(alone, torn);
  expect(await refusalOf(shop, alone)).toContain("is damaged");
  writeFileSync(alone, changed(database, "PRAGMA user_version = 99"));
  expect(await refusalOf(shop, alone)).toContain("it has schema 99");
  expect(await refusalOfDatabase(Buffer.from("none at all ".repeat(1000)))).toContain("is damaged");
  const orphaned = changed(database, "PRAGMA foreign_keys = 0; DELETE FROM products");
  expect(await refusalOfDatabase(orphaned)).toContain("refers to no row of products");
  expect(await refusalOfTar(shop, restate(shop.entries.toSpliced(3, 1)))).toContain(
    "does not hold what its database names",
  );
});

test("a database with a foreign trigger", async () => {
  const shop = await soldSince();
  const sql = "CREATE TRIGGER t AFTER INSERT ON users BEGIN UPDATE users SET is_admin = 1; END";
  const content = changed(shop.entries[1]!.content, sql);
  const says = 'was changed by another program: trigger "t" was not made by Papercub';
  const entries = reforge(shop.entries, "papercub.sqlite", content);
  expect(await refusalOfTar(shop, entries)).toContain(says);
});

test("tables of ANALYZE and Litestream and an older schema are accepted", async () => {
  const shop = await soldSince();
  const tools = `PRAGMA journal_mode = WAL; ANALYZE; CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
    CREATE TABLE _litestream_lock (id INTEGER)`;
  const file = shop.archive("replica.sqlite");
  writeFileSync(file, changed(shop.entries[1]!.content, tools));
  await restoreBackup(shop.config, { file, now: MADE_AT });
  const older = shop.archive("older-schema.sqlite");
  const sqlite = new Database(older);
  migrate(sqlite, migrationsBefore(admin));
  sqlite.close();
  const { facts } = await restoreBackup(shop.config, { file: older, now: MADE_AT });
  expect(facts.schema).toBe(migrationsBefore(admin).length);
  expect(await useStore(shop.config, ({ db }) => findForeignSchema(db.sqlite))).toBeUndefined();
});

/** Returns the bytes of a database after running `sql` on it. */
function changed(database: Buffer, sql: string): Buffer {
  const folder = temporaryFolder();
  const path = join(folder, "changed.sqlite");
  writeFileSync(path, database);
  const sqlite = new Database(path);
  sqlite.exec(sql);
  sqlite.close();
  return readFileSync(path);
}
