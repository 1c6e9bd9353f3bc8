// Data on a device after its administrator's access ends.
import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import { accessEndOf, dropAccess } from "../../../../client/admin/app/access-end.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import { findRememberedAdmin, rememberAdmin } from "../../../../client/lib/session.ts";
import { adminDatabase } from "../../../../client/admin/offline/database.ts";
import type { Entry } from "../../../../client/admin/offline/entry.ts";
import { userKeyOf } from "../../../../client/device/names.ts";
import { FILES_CACHE_PREFIX } from "../../../../client/device/names.ts";
import { fakeCaches } from "../../../support/fake-caches.ts";

const ANN = { id: 1, email: "ann@example.com", name: null, isAdmin: true };
const FILES = `${FILES_CACHE_PREFIX}ann`;
const EDIT = { table: "products", row: 7, label: "Pack", version: 2, kind: "delete" } as const;
const ENTRY: Entry = { ...EDIT, n: 1, key: "k", at: Date.now(), tries: 0, state: "waiting" };

beforeEach(async () => {
  const texts = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  });
  vi.stubGlobal("caches", fakeCaches().caches);
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? "");
});

test.each([
  ["no connection", { code: NO_NETWORK }],
  ["a proxy that wants a password", { status: 401 }],
  ["another page's refusal", { status: 403, code: "forbidden" }],
  ["a fault", { status: 500, code: "internal" }],
])("%s says nothing of the access", (_, details) => {
  expect(accessEndOf(new ApiError("No.", details))).toBeUndefined();
});

test.each([
  ["signed-out", { status: 401, code: "unauthorized" }],
  ["not-admin", { status: 403, code: "forbidden", reason: "not_admin" }],
])("the access has ended: %s", (end, details) => {
  expect(accessEndOf(new ApiError("No.", details))).toBe(end);
});

/** Opens Ann's device: one cached query, one unsent edit, one saved file and her offline access. */
async function openAnn() {
  rememberAdmin(ANN);
  await (await caches.open(FILES)).put("/files/1/a.pdf", new Response("PDF"));
  const storage = adminDatabase(userKeyOf(ANN.id));
  await storage.use(async (db) => {
    await db.put("queries", { key: "[]", value: "buyer@example.com", readAt: 0, isPartial: false });
    await db.put("outbox", ENTRY);
  });
  return async () => ({
    answers: await storage.use((db) => db.count("queries")),
    edits: await storage.use((db) => db.count("outbox")),
    files: (await caches.keys()).filter((name) => name === FILES).length,
    remembered: findRememberedAdmin()?.email,
  });
}

test("a user who is no longer an administrator keeps only unsent edits and saved files", async () => {
  const left = await openAnn();
  await dropAccess({ isSignedIn: true });
  expect(await left()).toEqual({ answers: 0, edits: 1, files: 1, remembered: undefined });
});

test("a signed-out user keeps only unsent edits", async () => {
  const left = await openAnn();
  await dropAccess({ isSignedIn: false });
  expect(await left()).toEqual({ answers: 0, edits: 1, files: 0, remembered: undefined });
});

test("over plain HTTP, without saved files, cached answers are removed too", async () => {
  const left = await openAnn();
  const { caches: files } = globalThis;
  vi.stubGlobal("caches", undefined);
  Reflect.deleteProperty(globalThis, "caches");
  await dropAccess({ isSignedIn: false });
  vi.stubGlobal("caches", files);
  expect(await left()).toMatchObject({ answers: 0, edits: 1 });
});
