import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { BackupList } from "../../../server/contract/admin-answers.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { recordPasskeyCheck, storePasskey } from "../../support/authenticator.ts";
import { backupShop, contentOf } from "../../support/backup-shop.ts";
import { openDataDir, SITE } from "../../support/create-test-app.ts";
import { listen } from "../../support/listen.ts";
import { type Administrator, openRoles } from "../../support/table-calls.ts";

const PATH = "/api/admin/backups";

/** Opens a shop on a data folder, with one user who may create backups and one who may not. */
async function openShop() {
  const { dataDir } = await backupShop();
  const t = await openDataDir(dataDir);
  onTestFinished(t.close);
  const { backups } = pathsOf(dataDir);
  return { ...t, ...openRoles(t), dataDir, folder: backups };
}

const list = async (admin: Administrator) => (await admin.call<BackupList>("GET", PATH)).body;

const PATIENCE = { timeout: 20_000 };

/** Requests a backup and waits until it is finished; returns the response. */
async function make(admin: Administrator, key?: string) {
  const headers: Record<string, string> = key ? { "Idempotency-Key": key } : {};
  const answer = await admin.call<BackupList>("POST", PATH, { headers });
  await vi.waitFor(async () => expect((await list(admin)).isUnderWay).toBe(false), PATIENCE);
  return answer;
}

/** Far more than a chunk. */
const LARGE_BYTES = 8_000_000;

const NO_BACKUPS = [
  "papercub-2026-11-21T10-00-00Z.tar",
  "papercub-2026-99-99T10-00-00Z.tar",
  "before-schema-12.sqlite",
  "..%2Fpapercub.sqlite",
  "..%2F..%2Fetc%2Fpasswd",
  "papercub-2026-11-21T10-00-00Z.tar%00.pdf",
  ".0000.part",
];

test("nothing but an archive is a backup, wherever it stands and whatever its name", async () => {
  const { administrator, folder, dataDir } = await openShop();
  mkdirSync(folder);
  for (const name of NO_BACKUPS.filter((each) => !each.includes("%"))) {
    writeFileSync(join(folder, name), "something else");
  }
  const before = Object.keys(contentOf(dataDir));
  for (const name of NO_BACKUPS) {
    const answers = [
      await administrator.call("GET", `${PATH}/${name}`),
      await administrator.call("DELETE", `${PATH}/${name}`),
    ];
    expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 404, 404]);
  }
  expect(await list(administrator)).toMatchObject({ backups: [], failure: null, keep: 7 });
  expect(Object.keys(contentOf(dataDir))).toEqual(before);
});

test("a backup is asked for once by one press, however often that is sent, and listed", async () => {
  const { administrator, clock, folder } = await openShop();
  const first = await make(administrator, "press-one-00000000");
  expect([first.status, first.body.isUnderWay]).toEqual([202, true]);
  clock.advance(60_000);
  const again = await make(administrator, "press-one-00000000");
  expect(again).toMatchObject({ status: 202, body: first.body });
  const { backups } = await list(administrator);
  expect(backups).toMatchObject([{ isByHand: true, missing: 0 }]);
  const [{ name = "", bytes = 0 } = {}] = backups;
  expect(readFileSync(join(folder, name))).toHaveLength(bytes);
  await make(administrator, "press-two-00000000");
  expect((await list(administrator)).backups).toHaveLength(2);
});

test("why no backup could be made is told until one is made", async () => {
  const { administrator, folder, logged } = await openShop();
  writeFileSync(folder, "a file in the place of the folder");
  await make(administrator);
  const text = `${folder} must be a folder in which this user may write (EEXIST).`;
  const failure = { at: expect.stringMatching(/^20.*Z$/), text };
  expect(await list(administrator)).toMatchObject({ backups: [], failure });
  const line = { level: 50, msg: "No backup could be made.", reason: text };
  expect(logged).toContainEqual(expect.objectContaining(line));
  rmSync(folder);
  await make(administrator);
  expect(await list(administrator)).toMatchObject({ backups: [{}], failure: null });
});

test("a backup is downloaded whole or in parts, kept in no cache, and that is logged", async () => {
  const t = await openShop();
  await make(t.administrator);
  const [{ name = "" } = {}] = (await list(t.administrator)).backups;
  const content = readFileSync(join(t.folder, name));
  const { fetch } = listen(t);
  const Cookie = t.administrator.cookie();
  const get = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(`${PATH}/${name}`, { method, headers: { Cookie, ...headers } });
  const whole = await get();
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "application/x-tar",
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    etag: `"${name}"`,
  });
  const part = await get({ Range: "bytes=1000-1999", "If-Range": `"${name}"` });
  expect([part.status, part.headers.get("Content-Range")]).toEqual([
    206,
    `bytes 1000-1999/${content.length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true);
  const head = await get({}, "HEAD");
  expect([head.status, head.headers.get("Content-Length")]).toEqual([200, `${content.length}`]);
  const line = { msg: "A backup is downloaded.", name, userId: t.administrator.userId };
  expect(t.logged).toContainEqual(expect.objectContaining(line));
});

test("a range outside the backup is refused, and malformed ranges get the whole file", async () => {
  const t = await openShop();
  await make(t.administrator);
  const [{ name = "", bytes = 0 } = {}] = (await list(t.administrator)).backups;
  const get = async (headers: Record<string, string>) => {
    const answer = await t.administrator.get(`${PATH}/${name}`, headers);
    const range = answer.headers.get("Content-Range");
    return [answer.status, range, (await answer.arrayBuffer()).byteLength];
  };
  expect(await get({ Range: `bytes=${bytes}-` })).toEqual([416, `bytes */${bytes}`, 0]);
  expect(await get({ Range: "bytes=-0" })).toEqual([416, `bytes */${bytes}`, 0]);
  expect(await get({ Range: "bytes=-10" })).toEqual([
    206,
    `bytes ${bytes - 10}-${bytes - 1}/${bytes}`,
    10,
  ]);
  expect(await get({ Range: `bytes=${bytes - 5}-${bytes + 5}` })).toMatchObject([206, {}, 5]);
  for (const Range of ["bytes=-", "bytes=0-1,3-4", "lines=1-2"]) {
    expect(await get({ Range })).toEqual([200, null, bytes]);
  }
  expect(await get({ Range: "bytes=0-1", "If-Range": '"another"' })).toEqual([200, null, bytes]);
});

test("with a stale passkey check no backup is sent or deleted", async () => {
  const t = await openShop();
  await make(t.administrator);
  const [{ name = "" } = {}] = (await list(t.administrator)).backups;
  storePasskey(t, t.administrator.userId);
  recordPasskeyCheck(t, t.administrator);
  t.clock.advance(15 * 60_000);
  for (const method of ["GET", "HEAD", "DELETE"]) {
    const answer = await t.administrator.send(`${PATH}/${name}`, {
      method,
      headers: { Origin: SITE },
    });
    expect([method, answer.status]).toEqual([method, 403]);
  }
  expect(existsSync(join(t.folder, name))).toBe(true);
});

test("a download stops when its administrator is removed", async () => {
  const t = await openShop();
  await make(t.administrator);
  const [{ name = "" } = {}] = (await list(t.administrator)).backups;
  truncateSync(join(t.folder, name), LARGE_BYTES);
  const { body } = await t.administrator.get(`${PATH}/${name}`);
  const reader = body?.getReader();
  const first = await reader?.read();
  expect(first?.value?.byteLength).toBeLessThan(LARGE_BYTES / 4);
  t.db.sqlite.prepare("UPDATE users SET is_admin = 0").run();
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toMatchObject({ reason: "not_admin" });
});

test("a backup is deleted", async () => {
  const { administrator, folder } = await openShop();
  await make(administrator);
  const [{ name = "" } = {}] = (await list(administrator)).backups;
  const gone = await administrator.call("DELETE", `${PATH}/${name}`);
  expect(gone).toMatchObject({ status: 200, body: { success: true } });
  expect([existsSync(join(folder, name)), (await list(administrator)).backups]).toEqual([
    false,
    [],
  ]);
});
