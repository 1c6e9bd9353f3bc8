import { describe, expect, test } from "vitest";
import { files, fileVersions, orderItems, orders, productFiles } from "../../../../db/schema.ts";
import { sha256 } from "../../../support/catalogue.ts";
import { openBrowser } from "../../../support/browser.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { DAY_MS } from "../../../support/money.ts";
import { BEHIND_PROXY, clientAddress } from "../../attacks/crowd.ts";
import { readZip } from "../../../support/read-zip.ts";
import { buy, local, openShop, PACK_CONTENTS, readDetail, signIn } from "../../../support/shop.ts";
import { addRow, changeRow } from "../../../support/rows.ts";

const BUYER = "buyer@example.com";
let clients = 0;

/** Buys a pack and returns the links from its order page and its mail. */
async function sold() {
  const shop = await openShop({ env: BEHIND_PROXY });
  const { app, clock } = shop;
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const [item] = (await readDetail(shop.browser, sessionId)).products;
  const pdf = local(item?.fileUrl);
  const mailed = /http:\/\/localhost:3000(\/files\/1\/\S+)/.exec(shop.mails[0]?.text ?? "")?.[1];
  /** Sends a GET from a new client address, because a client is blocked after 60 refusals. */
  const get = (path: string) =>
    app.request(SITE + path, { headers: { "X-Forwarded-For": clientAddress(++clients) } });
  return {
    shop,
    sessionId,
    get,
    pdf,
    zip: local(item?.downloadUrl),
    mailed: mailed ?? "",
    /** `pdf` and `zip` without their tokens. */
    bare: { pdf: bare(pdf), zip: bare(local(item?.downloadUrl)) },
    token: new URL(pdf, SITE).searchParams.get("token") ?? "",
    status: async (path: string) => (await get(path)).status,
    withdraw: () => changeRow(shop, orderItems, 1, { revokedAt: clock.now() }),
    changeOrder: (patch: Partial<typeof orders.$inferSelect>) => changeRow(shop, orders, 1, patch),
    /** Stores a version of a file and makes it the current one. */
    async addVersion(fileId: number, content: string) {
      const bytes = new TextEncoder().encode(content);
      const hash = await shop.deps.files.save(bytes);
      const version = { fileId, sha256: hash, bytes: bytes.byteLength, pages: 1 };
      const { id } = addRow(shop, fileVersions, version);
      changeRow(shop, files, fileId, { currentVersionId: id });
    },
  };
}

const bare = (path: string) => path.split("?")[0] ?? "";

describe("a token", () => {
  test("changed at any one place, or with anything around it, opens nothing", async () => {
    const { status, pdf, token } = await sold();
    const around = [`0${token}`, `${token}A`, `${token}%00`, `${token}%0A`, `%20${token}`];
    const altered = Array.from(token, (char, at) => {
      const [before, after] = [token.slice(0, at), token.slice(at + 1)];
      const others = ["0", "1", "A", "_", "."].filter((other) => other !== char);
      return [before, ...others.map((other) => before + other + after)];
    });
    const statuses = new Set<number>();
    for (const other of [...around, ...altered.flat()]) {
      statuses.add(await status(pdf.replace(token, other)));
    }
    expect([...statuses]).toEqual([404]);
    expect(await status(pdf)).toBe(200);
  });

  test.each([
    ["page", 1],
    ["mail", 60],
  ])("of a %s works for %i days", async (place, days) => {
    const { shop, status, pdf, mailed } = await sold();
    const link = place === "page" ? pdf : mailed;
    shop.clock.advance(days * DAY_MS - 1000);
    expect(await status(link)).toBe(200);
    shop.clock.advance(1000);
    expect(await status(link)).toBe(404);
  });

  test("that ran out is answered like a forged one and like none at all: with a way to fresh ones", async () => {
    const { shop, get, pdf, token } = await sold();
    shop.clock.advance(2 * DAY_MS);
    const [item, epoch, expiry, signature] = token.split(".");
    const later = `${item}.${epoch}.${Number(expiry) + 10 * 86_400}.${signature}`;
    const answers = [token, later, "", "x"].map(async (other) => {
      const response = await get(pdf.replace(token, other));
      return ((await response.json()) as { message: string }).message;
    });
    const [message, ...others] = new Set(await Promise.all(answers));
    expect(message).toContain("It may have expired; the latest mail");
    expect(others).toEqual([]);
  });

  test("ends with its item's grant", async () => {
    const { withdraw, status, pdf, zip, mailed } = await sold();
    withdraw();
    for (const path of [pdf, zip, mailed]) expect(await status(path)).toBe(404);
  });

  test("ends when the order's links are renewed, and the new one works", async () => {
    const { shop, sessionId, changeOrder, status, pdf, mailed } = await sold();
    changeOrder({ linkEpoch: 2 });
    for (const path of [pdf, mailed]) expect(await status(path)).toBe(404);
    const [item] = (await readDetail(shop.browser, sessionId)).products;
    expect(await status(local(item?.fileUrl))).toBe(200);
  });

  test.each(["open", "processing", "failed", "expired", "creating"] as const)(
    "opens nothing while its order is %s",
    async (orderStatus) => {
      const { changeOrder, status, pdf } = await sold();
      changeOrder({ status: orderStatus });
      expect(await status(pdf)).toBe(404);
    },
  );

  test("of one buyer opens nothing that another bought", async () => {
    const { shop, status, token } = await sold();
    const other = openBrowser(shop);
    const sessionId = await buy(shop, other, { products: [shop.book], email: "b@example.com" });
    const [item] = (await readDetail(other, sessionId)).products;
    for (const path of [local(item?.fileUrl), local(item?.downloadUrl)]) {
      expect(await status(path)).toBe(200);
      expect(await status(path.replace(/token=.*/, `token=${token}`))).toBe(404);
    }
  });
});

describe("without a token", () => {
  test("the signed-in owner opens file and ZIP, a wrong token does no harm, a withdrawn item is shut", async () => {
    const { shop, withdraw, bare } = await sold();
    const owner = signIn(shop, BUYER);
    const response = await owner.get(bare.pdf);
    expect([response.status, await response.text()]).toEqual([200, PACK_CONTENTS[0]]);
    expect((await owner.get(bare.zip)).status).toBe(200);
    expect((await owner.get(`${bare.pdf}?token=1.1.1.x`)).status).toBe(200);
    withdraw();
    expect((await owner.get(bare.pdf)).status).toBe(404);
  });

  test("the account that bought opens it, even when it was paid under another address", async () => {
    const { shop } = await sold();
    const account = signIn(shop, "me@example.com");
    await buy(shop, account, { products: [shop.book], email: "ignored@example.com" });
    const email = "paypal@example.com";
    changeRow(shop, orders, 2, { email });
    expect((await account.get("/files/3/x.pdf")).status).toBe(200);
    expect((await account.get("/files/1/x.pdf")).status).toBe(404);
  });

  test("an account with hundreds of orders opens what is in the newest 500, and by link the rest", async () => {
    const { shop, pdf, bare } = await sold();
    const owner = signIn(shop, BUYER);
    const addOrders = (from: number, to: number) =>
      shop.db.sqlite
        .exec(`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
        INSERT INTO orders (number, status, email, currency, total_amount, created_at, updated_at)
        SELECT i, 'paid', '${BUYER}', 'usd', 1, 1, 1 FROM n`);
    addOrders(1, 499);
    expect((await owner.get(bare.pdf)).status).toBe(200);
    addOrders(500, 500);
    expect((await owner.get(bare.pdf)).status).toBe(404);
    expect((await owner.get(pdf)).status).toBe(200);
    expect(await (await owner.get("/api/products/purchased-products")).json()).toEqual([]);
  });

  test("no other does: not the buying browser, not another account, not an old sign-in", async () => {
    const { shop, bare } = await sold();
    const old = signIn(shop, BUYER, { lifetimeMs: 1000 });
    shop.clock.advance(1001);
    for (const browser of [shop.browser, openBrowser(shop), signIn(shop, "x@example.com"), old]) {
      for (const path of [bare.pdf, bare.zip]) expect((await browser.get(path)).status).toBe(404);
    }
  });
});

describe("what was bought grows and never shrinks:", () => {
  const PARTS = ["Premium-Pack-1.pdf", "Premium-Pack-2.pdf"];

  async function zipNames({ get, zip }: Awaited<ReturnType<typeof sold>>): Promise<string[]> {
    const zipped = new Uint8Array(await (await get(zip)).arrayBuffer());
    return readZip(zipped).map((entry) => entry.name);
  }

  test("a file added later reaches the past buyer", async () => {
    const sale = await sold();
    const { shop, sessionId, status, pdf, addVersion } = sale;
    const bonus = { slug: "bonus", title: "Bonus" };
    const { id: fileId } = addRow(shop, files, bonus);
    await addVersion(fileId, "bonus pages");
    const place = { productId: shop.pack, fileId, position: 9 };
    addRow(shop, productFiles, place);
    const [item] = (await readDetail(shop.browser, sessionId)).products;
    expect(item?.files.map((file) => file.title)).toContain("Bonus");
    expect(await status(pdf.replace("/files/1/", `/files/${fileId}/`))).toBe(200);
    expect(await zipNames(sale)).toEqual([...PARTS, "Bonus.pdf"]);
  });

  test("a file taken out of the product stays with the past buyer, and reaches no new one", async () => {
    const sale = await sold();
    const { shop, status, pdf } = sale;
    shop.db.sqlite.exec("DELETE FROM product_files WHERE file_id = 1");
    expect(await status(pdf)).toBe(200);
    expect((await zipNames(sale)).toSorted()).toEqual(PARTS);
    const newcomer = openBrowser(shop);
    const sessionId = await buy(shop, newcomer, { products: [shop.pack], email: "n@example.com" });
    const [item] = (await readDetail(newcomer, sessionId)).products;
    expect(item?.files.map((file) => file.id)).toEqual([2]);
    expect(await status(local(item?.fileUrl).replace("/files/2/", "/files/1/"))).toBe(404);
  });

  test("a product taken off sale stays with the past buyer", async () => {
    const { shop, status, pdf, zip } = await sold();
    shop.db.sqlite.exec("UPDATE products SET active = 0");
    for (const path of [pdf, zip]) expect(await status(path)).toBe(200);
  });

  test("a corrected version is what every old link opens", async () => {
    const { get, pdf, addVersion } = await sold();
    const fixed = "%PDF-1.7 month one, corrected";
    await addVersion(1, fixed);
    const response = await get(pdf);
    expect(await response.text()).toBe(fixed);
    expect(response.headers.get("ETag")).toBe(`"${sha256(fixed)}"`);
  });
});
