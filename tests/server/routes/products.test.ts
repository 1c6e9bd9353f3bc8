import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { products } from "../../../db/schema.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

const PATH = "/api/products";
/** Polling interval for changes made by other processes. */
const LOOKED_FOR_MS = 250;
const KEYS =
  "id name slug description price currency listPrice images type billingPeriod features badge position licence onLanding sampleUrl";

async function shop(databasePath?: string) {
  const t = createTestApp(databasePath ? { databasePath } : {});
  const book = await t.addProduct({ name: "Book", position: 2, contents: ["a"] });
  const pack = await t.addProduct({
    name: "Pack",
    description: "Nine **calm** months.\n\n## Inside\n\n- 36 weeks",
    price: 3700,
    listPrice: 11700,
    position: 1,
    badge: "BEST VALUE",
    licence: "classroom",
    onLanding: false,
    sample: `/uploads/${"a".repeat(64)}/week.pdf`,
    images: ["/pictures/pack.webp"],
    features: ["900+ pages"],
    contents: ["b"],
  });
  const monthly = { type: "subscription", billingPeriod: "month" } as const;
  const club = await t.addProduct({ name: "Club", ...monthly, position: 2 });
  const hidden = await t.addProduct({ name: "Hidden", active: false, position: 0 });
  const browser = openBrowser(t);
  return {
    ...t,
    book,
    pack,
    club,
    hidden,
    get: (headers: Record<string, string> = {}) => browser.get(PATH, headers),
    edit: (id: number, patch: Partial<typeof products.$inferSelect>, db = t.db) =>
      db.write((tx) => updateRow(tx, products, id, patch, { actor: "t", now: new Date(0) })),
  };
}

const listOf = async (response: Response) => (await response.json()) as Record<string, unknown>[];
const etagOf = (response: Response) => response.headers.get("ETag") ?? "";

test("lists what is on sale, in display order, with exactly the promised fields", async () => {
  const { get, pack, book, club } = await shop();
  const response = await get();
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  const list = await listOf(response);
  expect(list.map((product) => product["id"])).toEqual([pack, book, club]);
  for (const product of list) expect(Object.keys(product)).toEqual(KEYS.split(" "));
  expect(list[0]).toEqual({
    id: pack,
    name: "Pack",
    slug: "pack",
    description: "Nine calm months.",
    price: 3700,
    currency: "usd",
    listPrice: 11700,
    images: ["/pictures/pack.webp"],
    type: "digital",
    billingPeriod: null,
    features: ["900+ pages"],
    badge: "BEST VALUE",
    position: 1,
    licence: "classroom",
    onLanding: false,
    sampleUrl: "/samples/pack.pdf",
  });
  const usual = { licence: "personal", onLanding: true, sampleUrl: null };
  expect(list[2]).toMatchObject({ type: "subscription", billingPeriod: "month", ...usual });
});

test("pictures that were stored before they were judged are published nowhere", async () => {
  const { get, edit, pack, app } = await shop();
  const upload = `/uploads/${"a".repeat(64)}/cover.png`;
  edit(pack, {
    images: ["/api/logout", "javascript:alert(1)", "https://elsewhere.test/x.png", upload],
  });
  expect((await listOf(await get()))[0]).toMatchObject({ images: [upload] });
  const page = await (await app.request(SITE)).text();
  expect(page).not.toMatch(/api\/logout"|javascript:|elsewhere\.test/);
});

test("an empty shop lists nothing", async () => {
  expect(await listOf(await openBrowser(createTestApp()).get(PATH))).toEqual([]);
});

describe("after an edit", () => {
  test("shows the new price, with a new ETag, at once", async () => {
    const { get, edit, pack } = await shop();
    const etag = etagOf(await get());
    edit(pack, { price: 4100 });
    const after = await get({ "If-None-Match": etag });
    expect(after.status).toBe(200);
    expect(await listOf(after)).toMatchObject([{ price: 4100 }, {}, {}]);
    expect(etagOf(after)).not.toBe(etag);
  });

  test("a product switched on appears, one switched off goes", async () => {
    const { get, edit, hidden, pack } = await shop();
    await get();
    edit(hidden, { active: true });
    edit(pack, { active: false });
    const names = (await listOf(await get())).map((product) => product["name"]);
    expect(names).toEqual(["Hidden", "Book", "Club"]);
  });

  test("from another connection, as another process makes it", async () => {
    const directory = temporaryFolder();
    const databasePath = join(directory, "shop.sqlite");
    const { get, edit, pack, clock } = await shop(databasePath);
    const etag = etagOf(await get());
    const other = openDatabase(databasePath);
    onTestFinished(other.close);
    edit(pack, { name: "Bigger Pack" }, other);
    clock.advance(LOOKED_FOR_MS);
    const after = await get({ "If-None-Match": etag });
    expect(await listOf(after)).toMatchObject([{ name: "Bigger Pack" }, {}, {}]);
  });

  test("that is undone, or of anything but a product, the same answer is served again", async () => {
    const { get, db, pack } = await shop();
    const before = etagOf(await get());
    const failing = () =>
      db.write((tx) => {
        updateRow(tx, products, pack, { price: 1 }, { actor: "t", now: new Date(0) });
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(etagOf(await get())).toBe(before);
    db.sqlite.exec("UPDATE files SET title = 'Renamed'");
    expect(etagOf(await get())).toBe(before);
  });
});
