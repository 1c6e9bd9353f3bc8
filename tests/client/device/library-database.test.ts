import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import type { PurchasedProduct } from "../../../server/contract/answers.ts";
import { adminDatabase, noteSeen } from "../../../client/admin/offline/database.ts";
import {
  cacheAccount,
  findCachedAccount,
  withDatabase,
  REQUESTS,
} from "../../../client/device/library-database.ts";
import { bucketOf, userKeyOf } from "../../../client/device/names.ts";
import { claimDevice, emptyDevice } from "../../../client/device/empty-device.ts";
import { fakeCaches } from "../../support/fake-caches.ts";
import { aBoughtProduct, aUser } from "../fixtures.ts";
import { aStorage } from "../tracking/fakes.ts";
import { listedFile, savedFile } from "../pwa/library/files.ts";

const ANN = 1;
const BEN = 2;

const account = { user: aUser({ id: ANN }), purchases: [], readAt: 5 };
const saveFile = async () =>
  (await caches.open(bucketOf(userKeyOf(ANN)))).put("/files/1/a.pdf", new Response("%PDF"));
const countRows = () =>
  withDatabase(async (db) => (await db.count("saved")) + (await db.count(REQUESTS)));

beforeEach(async () => {
  vi.stubGlobal("caches", fakeCaches().caches);
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? "");
});

/** Opens Ann's admin with one cached query and one draft; returns a function that counts both. */
async function openAdmin() {
  const storage = adminDatabase(userKeyOf(ANN));
  await noteSeen(storage);
  const draft = { key: "d", table: "products", row: 7, label: "Pack", version: 2, at: Date.now() };
  await storage.use(async (db) => {
    await db.put("queries", { key: "[]", value: "ann@example.com", readAt: 0, isPartial: false });
    await db.put("drafts", { ...draft, typed: {}, base: {} });
  });
  return () => storage.use(async (db) => [await db.count("queries"), await db.count("drafts")]);
}

test("another user's sign-in removes the admin's cached reads and keeps its drafts", async () => {
  const left = await openAdmin();
  await claimDevice(ANN);
  expect(await left()).toEqual([1, 1]);
  await claimDevice(BEN);
  await vi.waitFor(async () => expect(await left()).toEqual([0, 1]));
});

test("a logout removes the admin's cached reads and keeps its drafts", async () => {
  const left = await openAdmin();
  await emptyDevice();
  expect(await left()).toEqual([0, 1]);
});

test.each([
  ["another user's sign-in", () => claimDevice(BEN), []],
  ["a logout", () => emptyDevice(), []],
  ["the same user's sign-in", () => claimDevice(ANN), [bucketOf(userKeyOf(ANN))]],
] as const)("saved files after %s", async (_name, act, left) => {
  await saveFile();
  await act();
  expect(await caches.keys()).toEqual(left);
});

const userKey = userKeyOf(ANN);
test.each([
  ["account", () => cacheAccount(account)],
  ["saved row", () => withDatabase((db) => db.put("saved", { ...savedFile(1), userKey }))],
  [
    "request",
    () => withDatabase((db) => db.put(REQUESTS, { ...listedFile(1), userKey, order: 1 })),
  ],
])("another user's %s alone makes a sign-in empty the device", async (_name, leave) => {
  await leave();
  await claimDevice(BEN);
  expect(await findCachedAccount()).toBeUndefined();
  expect(await countRows()).toBe(0);
});

test("the cached account is not returned after this browser has signed out", async () => {
  const localStorage = aStorage();
  vi.stubGlobal("window", { localStorage });
  await cacheAccount(account);
  expect(await findCachedAccount()).toMatchObject(account);
  localStorage.setItem("signOutPending", '{"session":null}');
  expect(await findCachedAccount()).toBeUndefined();
});

test("a copy stored by an earlier build still says that a purchase was revoked", async () => {
  const { revoked: withdrawn, ...former } = aBoughtProduct({ revoked: true });
  const purchases = [{ ...former, withdrawn }] as unknown as PurchasedProduct[];
  await cacheAccount({ user: aUser(), purchases, readAt: 1 });
  expect((await findCachedAccount())?.purchases).toEqual([aBoughtProduct({ revoked: true })]);
});
