import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreBackup } from "../../../server/backups/restore.ts";
import { loadConfig } from "../../../server/config.ts";
import type { ChangeFeed, TablePage } from "../../../server/contract/tables.ts";
import { backupShop } from "../../support/backup-shop.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { type Administrator, signInAdmin } from "../../support/table-calls.ts";

const NOW = new Date("2026-11-22T12:00:00.000Z");
const LATER = new Date("2026-11-22T12:05:00.000Z");

let starts = 0;

/** Starts the store on a data folder, runs `work` as an administrator and stops the store. */
async function serve<Result>(dataDir: string, work: (admin: Administrator) => Promise<Result>) {
  const t = await openDataDir(dataDir);
  try {
    return await work(signInAdmin(t, `owner-${++starts}@example.com`));
  } finally {
    await t.close();
  }
}

const message = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  message: "Ten letters or more.",
});

const writeMessage = async (admin: Administrator, name: string) =>
  (await admin.create("contact_submissions", message(name))).body;

/** Edits data as an open admin window; returns the rows and the newest sequence that it saw. */
async function see(admin: Administrator) {
  const { body: contact } = await admin.create("contact_submissions", message("Anna"));
  let { body: product } = await admin.change("products", 1, { badge: "one" });
  ({ body: product } = await admin.change("products", 1, { badge: "two" }));
  const list = await admin.call<TablePage>("GET", "/api/tables/products");
  const { body: feed } = await admin.call<ChangeFeed>("GET", "/api/admin/changes");
  const sequence = Number(list.headers.get("X-Sequence"));
  return { contact, product, sequence, next: feed.next };
}

type Seen = Awaited<ReturnType<typeof see>>;

/** Writes as many rows and edits as the window has seen, then sends the window's stale requests. */
async function sendSeen(admin: Administrator, { contact, product, sequence, next }: Seen) {
  const own = await writeMessage(admin, "Ben");
  await admin.change("products", 1, { badge: "other" });
  await admin.change("products", 1, { badge: "another" });
  const match = (row: { version: number }) => ({ "If-Match": `"v${row.version}"` });
  const bulk = { action: "update", filter: {}, expected: 1, sequence, values: { badge: "mine" } };
  const answers = [
    await admin.remove("contact_submissions", contact.id, match(contact)),
    await admin.remove("contact_submissions", contact.id),
    await admin.change("products", 1, { badge: "mine" }, match(product)),
    await admin.call("POST", "/api/tables/products/bulk", { body: bulk }),
  ];
  const { body: feed } = await admin.call<ChangeFeed>("GET", `/api/admin/changes?since=${next}`);
  const left = await admin.call("GET", `/api/tables/contact_submissions?id=${own.id}`);
  expect(left.body["total"]).toBe(1);
  return { statuses: answers.map(({ status }) => status), isTold: next < feed.epoch };
}

const REFUSED = { statuses: [404, 404, 412, 409], isTold: true };

/** Creates a store with a backup, and a window with state written after the backup. */
async function backedUp() {
  const { dataDir, config, backUp } = await backupShop();
  await serve(dataDir, async () => {});
  const file = await backUp();
  return { dataDir, config, file, seen: await serve(dataDir, see) };
}

test("ids and versions from before a restore match no other row, also after the previous database is back", async () => {
  const { dataDir, config, file, seen } = await backedUp();
  const { replaced = "" } = await restoreBackup(config, { file, now: NOW });
  const between = await serve(dataDir, see);
  expect(await serve(dataDir, (admin) => sendSeen(admin, seen))).toEqual(REFUSED);
  await restoreBackup(config, { file: join(replaced, "papercub.sqlite"), now: NOW });
  expect(await serve(dataDir, (admin) => sendSeen(admin, between))).toEqual(REFUSED);
});

test("a bulk change by filter is refused if its rows were counted before a restore", async () => {
  const { dataDir, config, file, seen } = await backedUp();
  await restoreBackup(config, { file, now: NOW });
  await serve(dataDir, async (admin) => {
    const list = async () => (await admin.call<TablePage>("GET", "/api/tables/products")).body;
    const before = await list();
    const send = (sequence: number) => {
      const values = { badge: "mine" };
      const body = { action: "update", filter: {}, expected: before.total, sequence, values };
      return admin.call("POST", "/api/tables/products/bulk", { body });
    };
    const refused = { status: 409, body: { reason: "count_mismatch" } };
    expect(await send(seen.sequence)).toMatchObject(refused);
    expect(await list()).toEqual(before);
    // Nothing has changed since the restore, so this is the oldest sequence that is accepted.
    const { body: feed } = await admin.call<ChangeFeed>("GET", "/api/admin/changes");
    const accepted = { status: 200, body: { changed: before.total } };
    expect(await send(feed.epoch)).toMatchObject(accepted);
  });
});

test("the same on new machines without the previous databases", async () => {
  const { file, seen } = await backedUp();
  const machine = () => {
    const dataDir = dataFolder();
    return { dataDir, config: loadConfig({ DEMO: "1", DATA_DIR: dataDir }) };
  };
  const [first, second] = [machine(), machine()];
  await restoreBackup(first.config, { file, now: NOW });
  const between = await serve(first.dataDir, see);
  await restoreBackup(second.config, { file, now: LATER });
  const send = (one: Seen) => serve(second.dataDir, (admin) => sendSeen(admin, one));
  expect([await send(seen), await send(between)]).toEqual([REFUSED, REFUSED]);
});

test("a row unchanged since the backup keeps its version, and data read after a restore is current", async () => {
  const { dataDir, config, file } = await backedUp();
  await restoreBackup(config, { file, now: NOW });
  await serve(dataDir, async (admin) => {
    const match = { "If-Match": '"v1"' };
    expect((await admin.change("products", 1, { price: 500 }, match)).status).toBe(200);
    const list = await admin.call<TablePage>("GET", "/api/tables/products");
    const { body: newest } = await admin.call<ChangeFeed>("GET", "/api/admin/changes");
    expect(newest).toMatchObject({ changes: [], next: expect.any(Number) });
    expect(newest.next).toBeGreaterThanOrEqual(newest.epoch);
    const sequence = Number(list.headers.get("X-Sequence"));
    const bulk = { action: "update", filter: {}, expected: 1, sequence, values: { badge: "B" } };
    const changed = await admin.call("POST", "/api/tables/products/bulk", { body: bulk });
    expect(changed).toMatchObject({ status: 200, body: { changed: 1 } });
  });
});
