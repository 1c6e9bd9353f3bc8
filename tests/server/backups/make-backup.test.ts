import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { copyDatabase } from "../../../db/snapshot.ts";
import { oneTimeCodes } from "../../../db/schema.ts";
import { uploads } from "../../../db/store-schema.ts";
import { readArchive } from "../../../server/backups/archive.ts";
import { gather, makeBackup } from "../../../server/backups/make-backup.ts";
import { restoreBackup } from "../../../server/backups/restore.ts";
import { loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { backupShop, contentOf, MADE_AT, useStore } from "../../support/backup-shop.ts";
import { sha256 } from "../../support/catalogue.ts";
import { dataFolder } from "../../support/data-folder.ts";

const ONE = sha256("%PDF-1.7 one");
const TWO = sha256("%PDF-1.7 two");
/** Larger than any disk; the file is sparse. */
const HUGE_BYTES = 15_000_000_000_000;

type Shop = Awaited<ReturnType<typeof backupShop>>;

const refused = (shop: Pick<Shop, "config">, file: string) =>
  makeBackup(shop.config, { file, now: MADE_AT }).then(
    () => "made",
    (error: Error) => error.message,
  );

const pathOf = ({ dataDir }: Shop, hash: string) => join(pathsOf(dataDir).files, `${hash}.pdf`);

test("an unusable path is refused, and nothing is left there", async () => {
  const shop = await backupShop();
  const taken = shop.archive("taken.tar");
  writeFileSync(taken, "something else");
  expect(await refused(shop, taken)).toBe(`${taken} already exists: name another file.`);
  const nowhere = shop.archive("not/there/backup.tar");
  expect(await refused(shop, nowhere)).toBe(
    `${dirname(nowhere)} is no folder: create it, or name another file.`,
  );
  expect(readdirSync(dirname(taken))).toEqual(["taken.tar"]);
  expect(readFileSync(taken, "utf8")).toBe("something else");
});

test("a folder without a store is refused and not created", async () => {
  const dataDir = dataFolder();
  const config = loadConfig({ DEMO: "1", DATA_DIR: dataDir });
  expect(await refused({ config }, join(dataDir, "..", "backup.tar"))).toBe(
    `${dataDir} holds no store.`,
  );
  expect(existsSync(dataDir)).toBe(false);
});

test("a backup without enough disk space is refused before it starts", async () => {
  const shop = await backupShop();
  truncateSync(pathsOf(shop.dataDir).database, HUGE_BYTES);
  expect(await refused(shop, shop.archive())).toMatch(
    /^There is no room for a backup: .* are needed in .* are free: make room\.$/,
  );
  expect(readdirSync(dirname(shop.archive()))).toEqual([]);
});

test("an interrupted backup leaves no file", async () => {
  const shop = await backupShop();
  const signal = AbortSignal.abort(new Error("interrupted"));
  const made = makeBackup(shop.config, { file: shop.archive(), now: MADE_AT, signal });
  await expect(made).rejects.toThrow("interrupted");
  expect(readdirSync(dirname(shop.archive()))).toEqual([]);
});

test("old parts of killed backups are removed", async () => {
  const shop = await backupShop();
  const folder = dirname(shop.archive());
  const [old, young] = ["1", "2"].map((one) => join(folder, `.${one.repeat(36)}.part`));
  for (const path of [old, `${old}-journal`, young]) writeFileSync(path ?? "", "half");
  for (const path of [old, `${old}-journal`]) utimesSync(path ?? "", 0, 0);
  await shop.backUp();
  expect(readdirSync(folder).toSorted()).toEqual([`.${"2".repeat(36)}.part`, "backup.tar"]);
});

test("no archive is made of a damaged database, or of one that a restore would refuse", async () => {
  const shop = await backupShop();
  await shop.use(({ db }) => void db.sqlite.exec("CREATE VIEW mine AS SELECT 1"));
  expect(await refused(shop, shop.archive())).toContain('view "mine" was not made by Papercub');
  const { database } = pathsOf(shop.dataDir);
  const bytes = readFileSync(database);
  bytes.fill(7, 4096 * 3, 4096 * 6);
  writeFileSync(database, bytes);
  expect(await refused(shop, shop.archive())).not.toBe("made");
  expect(readdirSync(dirname(shop.archive()))).toEqual([]);
});

test("an archive contains the database, the secret and every file of a row", async () => {
  const shop = await backupShop();
  await shop.sell("A");
  // The backup omits ZIPs and files without a row.
  mkdirSync(pathsOf(shop.dataDir).bundles);
  writeFileSync(join(pathsOf(shop.dataDir).bundles, "a.zip"), "a ZIP");
  writeFileSync(pathOf(shop, sha256("nobody's")), "nobody's");
  // The store keeps running, and its data folder is unchanged.
  const file = await useStore(shop.config, async () => {
    const before = contentOf(shop.dataDir);
    const made = await shop.backUp();
    expect(contentOf(shop.dataDir)).toEqual(before);
    return made;
  });
  const manifest = await readArchive(file);
  expect(manifest).toMatchObject({
    format: 2,
    mode: "demo",
    madeAt: MADE_AT.toISOString(),
    files: "inside",
    missing: [],
  });
  expect(manifest.entries.map(({ name }) => name)).toEqual([
    "papercub.sqlite",
    "app-secret",
    ...[ONE, TWO].toSorted().map((hash) => `files/${hash}.pdf`),
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file))).toEqual(["backup.tar"]);
});

test("an archive contains no sign-in code or link, not even in unused bytes", async () => {
  const shop = await backupShop();
  const code = { email: "owner@example.com", browserHash: "b", createdAt: MADE_AT };
  const live = { ...code, expiresAt: new Date(MADE_AT.getTime() + 3_600_000) };
  // Enough rows for pages with free space, where old bytes could remain.
  const seeds = Array.from({ length: 200 }, (_, nth) => sha256(`seed ${nth}`));
  await shop.use(({ db }) =>
    db.write((tx) =>
      tx
        .insert(oneTimeCodes)
        .values(seeds.map((seed, nth) => ({ ...live, seed, isLink: nth % 2 === 1 })))
        .run(),
    ),
  );
  const archive = await shop.backUp();
  const content = readFileSync(archive, "latin1");
  expect(seeds.filter((seed) => content.includes(seed))).toEqual([]);
  await shop.use(({ db }) =>
    expect(db.select().from(oneTimeCodes).all()).toMatchObject(seeds.map((seed) => ({ seed }))),
  );
  await restoreBackup(shop.config, { file: archive, now: MADE_AT });
  await shop.use(({ db }) => expect(db.select().from(oneTimeCodes).all()).toEqual([]));
});

test("an archive does not contain APP_SECRET, but recognizes it", async () => {
  const APP_SECRET = "correct horse battery staple 0123456789";
  const shop = await backupShop({ APP_SECRET });
  const file = await shop.backUp();
  const { entries, shopId } = await readArchive(file);
  expect(entries.map(({ name }) => name)).not.toContain("app-secret");
  expect(shopId).toMatch(/^[\w-]{16}$/);
  expect(readFileSync(file, "latin1")).not.toContain(APP_SECRET);
});

test.each([
  ["gone", (path: string) => rmSync(path)],
  ["cut short", (path: string) => truncateSync(path, 3)],
  ["changed", (path: string) => writeFileSync(path, "%PDF-1.7 0ne")],
])("a file that is %s is left out and named", async (_fault, damage) => {
  const shop = await backupShop();
  damage(pathOf(shop, ONE));
  const file = shop.archive();
  const made = await makeBackup(shop.config, { file, now: MADE_AT });
  expect(made).toMatchObject({ files: 1, missing: [ONE] });
  const { entries, missing } = await readArchive(file);
  expect([entries.length, missing]).toEqual([3, [ONE]]);
});

test("an upload that was removed after the copy of the database is not missing", async () => {
  const shop = await backupShop();
  const copy = shop.archive("copy.sqlite");
  const upload = { sha256: sha256("dropped"), name: "a", type: "image/png", bytes: 7 };
  await useStore(shop.config, async ({ db }) => {
    db.write((tx) =>
      tx
        .insert(uploads)
        .values({ ...upload, createdAt: MADE_AT })
        .run(),
    );
    copyDatabase(db.sqlite, copy);
    const given = { config: shop.config, live: db, copy, now: MADE_AT };
    expect((await gather(given)).manifest.missing).toEqual([upload.sha256]);
    db.write((tx) => tx.delete(uploads).run());
    expect((await gather(given)).manifest.missing).toEqual([]);
  });
});
