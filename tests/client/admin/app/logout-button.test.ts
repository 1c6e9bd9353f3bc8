import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import { logOut } from "../../../../client/admin/app/logout-button.tsx";
import { adminDatabase } from "../../../../client/admin/offline/database.ts";
import { PREFIX } from "../../../../client/device/foreign-data.ts";
import { bucketOf, userKeyOf } from "../../../../client/device/names.ts";
import { fakeCaches } from "../../../support/fake-caches.ts";
import { aStorage } from "../../tracking/fakes.ts";

test("the admin's logout takes its data and the saved files off the device, then leaves", async () => {
  const ann = userKeyOf(1);
  vi.stubGlobal("caches", fakeCaches().caches);
  const replace = vi.fn();
  // A sign-out kept in memory would outlive this test.
  vi.stubGlobal("window", { location: { replace }, localStorage: aStorage() });
  const storage = adminDatabase(ann);
  const half = { key: "d", table: "products", row: 7, label: "Pack", version: 2, at: Date.now() };
  await storage.use((db) => db.put("drafts", { ...half, typed: {}, base: {} }));
  await (await caches.open(bucketOf(ann))).put("/files/1/a.pdf", new Response("%PDF"));
  await logOut(storage);
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  expect(databases).not.toContain(PREFIX + ann);
  expect(await caches.keys()).toEqual([]);
  expect(replace).toHaveBeenCalledOnce();
});
