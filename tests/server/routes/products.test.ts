import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Db, openDatabase } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { products } from "../../../db/schema.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";

const PATH = "/api/products";
/** How soon a change of another process is looked for. */
const LOOKED_FOR_MS = 250;
const KEYS =
  "id name description price currency listPrice images type billingPeriod features badge position";

async function shop(databasePath?: string) {
  const t = createTestApp(databasePath ? { databasePath } : {});
  const book = await t.addProduct({ name: "Book", position: 2, contents: ["a"] });
  const pack = await t.addProduct({
    name: "Pack",
    description: "Nine months.",
    price: 3700,
    listPrice: 11700,
    position: 1,
    badge: "BEST VALUE",
    images: ["/pictures/pack.webp"],
    features: ["900+ pages"],
    contents: ["b"],
  });
  const club = await t.addProduct({
    name: "Club",
    type: "subscription",
    billingPeriod: "month",
    position: 2,
  });
  const hidden = await t.addProduct({ name: "Hidden", active: false, position: 0 });
  return { ...t, book, pack, club, hidden, browser: openBrowser(t) };
}

function edit(t: { db: Db }, id: number, patch: Partial<typeof products.$inferSelect>) {
  t.db.write((tx) => updateRow(tx, products, id, patch, { actor: "t", now: new Date(0) }));
}

test("lists what is on sale, in display order, with exactly the promised fields", async () => {
  const { browser, pack, book, club } = await shop();
  const response = await browser.get(PATH);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  const list = (await response.json()) as Record<string, unknown>[];
  expect(list.map((product) => product["id"])).toEqual([pack, book, club]);
  for (const product of list) expect(Object.keys(product)).toEqual(KEYS.split(" "));
  expect(list[0]).toEqual({
    id: pack,
    name: "Pack",
    description: "Nine months.",
    price: 3700,
    currency: "usd",
    listPrice: 11700,
    images: ["/pictures/pack.webp"],
    type: "digital",
    billingPeriod: null,
    features: ["900+ pages"],
    badge: "BEST VALUE",
    position: 1,
  });
  expect(list[2]).toMatchObject({ type: "subscription", billingPeriod: "month" });
});

test("an empty shop lists nothing", async () => {
  const response = await openBrowser(createTestApp()).get(PATH);
  expect(await response.json()).toEqual([]);
});

describe("repeated", () => {
  test("is the first answer again, whatever is asked beside it", async () => {
    const { app } = await shop();
    for (const encoding of ["identity", "br", "gzip"]) {
      const ask = (query: string, method = "GET") =>
        app.request(SITE + PATH + query, { method, headers: { "Accept-Encoding": encoding } });
      const [first, again, other] = [await ask(""), await ask(""), await ask("?x=1")];
      for (const answer of [again, other]) {
        expect([...answer.headers]).toEqual([...first.headers]);
        expect(await answer.bytes()).toEqual(await first.clone().bytes());
      }
      const head = await ask("", "HEAD");
      expect([...head.headers]).toEqual([...first.headers]);
      expect(await head.text()).toBe("");
      expect((await ask("", "POST")).status).toBe(404);
    }
  });

  test("is answered by 304 without a body while nothing has changed", async () => {
    const { browser } = await shop();
    const first = await browser.get(PATH);
    const etag = first.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    for (const asked of [etag, `"other", ${etag}`, `W/${etag}`, "*"]) {
      const again = await browser.get(PATH, { "If-None-Match": asked });
      expect(again.status).toBe(304);
      expect(again.headers.get("ETag")).toBe(etag);
      expect(await again.text()).toBe("");
    }
    const other = await browser.get(PATH, { "If-None-Match": '"other"' });
    expect(other.status).toBe(200);
  });

  test("has an ETag for each encoding, and the same content in all", async () => {
    const { browser } = await shop();
    const [plain, br, gzip] = await Promise.all(
      ["identity", "br", "gzip"].map((encoding) =>
        browser.get(PATH, { "Accept-Encoding": encoding }),
      ),
    );
    const text = await plain?.text();
    const bytesOf = async (answer: Response | undefined) =>
      Buffer.from((await answer?.bytes()) ?? []);
    expect(plain?.headers.has("Content-Encoding")).toBe(false);
    expect(br?.headers.get("Content-Encoding")).toBe("br");
    expect(gzip?.headers.get("Content-Encoding")).toBe("gzip");
    expect(brotliDecompressSync(await bytesOf(br)).toString()).toBe(text);
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(text);
    const answers = [plain, br, gzip];
    expect(new Set(answers.map((answer) => answer?.headers.get("ETag"))).size).toBe(3);
    expect(answers.map((answer) => answer?.headers.get("Vary"))).toEqual(
      Array(3).fill("Accept-Encoding"),
    );
  });

  test("an ETag of one encoding is no 304 for another", async () => {
    const { browser } = await shop();
    const br = await browser.get(PATH, { "Accept-Encoding": "br" });
    const etag = br.headers.get("ETag") ?? "";
    const headers = { "If-None-Match": etag };
    expect((await browser.get(PATH, { ...headers, "Accept-Encoding": "br" })).status).toBe(304);
    expect((await browser.get(PATH, headers)).status).toBe(200);
  });
});

describe("after an edit", () => {
  test("shows the new price, with a new ETag, at once", async () => {
    const t = await shop();
    const before = await t.browser.get(PATH);
    edit(t, t.pack, { price: 4100 });
    const etag = before.headers.get("ETag") ?? "";
    const after = await t.browser.get(PATH, { "If-None-Match": etag });
    expect(after.status).toBe(200);
    expect(((await after.json()) as { price: number }[])[0]?.price).toBe(4100);
    expect(after.headers.get("ETag")).not.toBe(etag);
  });

  test("a product switched on appears, one switched off goes", async () => {
    const t = await shop();
    await t.browser.get(PATH);
    edit(t, t.hidden, { active: true });
    edit(t, t.pack, { active: false });
    const list = (await (await t.browser.get(PATH)).json()) as { name: string }[];
    expect(list.map((product) => product.name)).toEqual(["Hidden", "Book", "Club"]);
  });

  test("from another connection, as another process makes it", async () => {
    const directory = mkdtempSync(join(tmpdir(), "papercub-two-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const databasePath = join(directory, "shop.sqlite");
    const t = await shop(databasePath);
    const before = await t.browser.get(PATH);
    const other = openDatabase(databasePath);
    onTestFinished(other.close);
    edit({ db: other }, t.pack, { name: "Bigger Pack" });
    t.clock.advance(LOOKED_FOR_MS);
    const after = await t.browser.get(PATH, { "If-None-Match": before.headers.get("ETag") ?? "" });
    expect(((await after.json()) as { name: string }[])[0]?.name).toBe("Bigger Pack");
  });

  test("that is undone by a failing transaction, the list stays as it was", async () => {
    const t = await shop();
    const before = await (await t.browser.get(PATH)).text();
    const failing = () =>
      t.db.write((tx) => {
        updateRow(tx, products, t.pack, { price: 1 }, { actor: "t", now: new Date(0) });
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(await (await t.browser.get(PATH)).text()).toBe(before);
  });

  test("of anything but a product, the same answer is served again", async () => {
    const t = await shop();
    const before = await t.browser.get(PATH);
    t.db.sqlite.exec("UPDATE files SET title = 'Renamed'");
    const after = await t.browser.get(PATH);
    expect(after.headers.get("ETag")).toBe(before.headers.get("ETag"));
  });
});
