// What the account's pages take off a device of what the admin has kept there.
import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import { adminDatabase } from "../../../../client/admin/offline/database.ts";
import { noteSeen } from "../../../../client/admin/offline/foreign-data.ts";
import { bucketOf, userKeyOf } from "../../../../client/pwa/library/database.ts";
import { claimDevice, emptyDevice } from "../../../../client/pwa/library/device-owner.ts";
import { fakeCaches } from "../../../support/fake-caches.ts";

const ANN = 1;
const BEN = 2;

beforeEach(async () => {
  vi.stubGlobal("caches", fakeCaches().caches);
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? "");
});

/** Ann's admin, which has read one thing and has left one form; resolves with what is there of them. */
async function openAdmin() {
  const storage = adminDatabase(userKeyOf(ANN));
  await noteSeen(storage);
  const half = { key: "d", table: "products", row: 7, label: "Pack", version: 2, at: Date.now() };
  await storage.use(async (db) => {
    await db.put("answers", { key: "/a", value: "ann@example.com", readAt: 0 });
    await db.put("drafts", { ...half, typed: {}, base: {} });
  });
  return () => storage.use(async (db) => [await db.count("answers"), await db.count("drafts")]);
}

test("another user's sign-in takes what was read, and leaves what was not sent", async () => {
  const left = await openAdmin();
  await claimDevice(ANN);
  expect(await left()).toEqual([1, 1]);
  await claimDevice(BEN);
  await vi.waitFor(async () => expect(await left()).toEqual([0, 1]));
});

test("a logout takes what was read, and leaves what was not sent", async () => {
  const left = await openAdmin();
  await emptyDevice();
  expect(await left()).toEqual([0, 1]);
});

test.each([
  ["another user's sign-in", () => claimDevice(BEN), []],
  ["a logout", () => emptyDevice(), []],
  ["the same user's sign-in", () => claimDevice(ANN), [bucketOf(userKeyOf(ANN))]],
] as const)("saved files after %s", async (_name, act, left) => {
  await (await caches.open(bucketOf(userKeyOf(ANN)))).put("/files/1/a.pdf", new Response("%PDF"));
  await act();
  expect(await caches.keys()).toEqual(left);
});
