import { describe, expect, test } from "vitest";
import { insertRow, updateRow } from "../../../../db/record.ts";
import { files, fileVersions, orderItems, orders, productFiles } from "../../../../db/schema.ts";
import { sha256 } from "../../../support/catalogue.ts";
import { openBrowser } from "../../../support/browser.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { BEHIND_PROXY, clientAddress } from "../../attacks/crowd.ts";
import { readZip } from "../../../support/read-zip.ts";
import {
  buy,
  local,
  openShop,
  PACK_CONTENTS,
  readDetail,
  type Shop,
  signIn,
} from "../../../support/shop.ts";

const DAY_MS = 86_400_000;
const author = ({ clock }: Shop) => ({ actor: "test", now: clock.now() });

async function sold() {
  const shop = await openShop({ env: BEHIND_PROXY });
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const [item] = (await readDetail(shop.browser, sessionId)).products;
  const pdf = local(item?.fileUrl);
  const token = new URL(pdf, SITE).searchParams.get("token") ?? "";
  const mailed = /http:\/\/localhost:3000(\/files\/1\/\S+)/.exec(shop.mails[0]?.text ?? "")?.[1];
  return { shop, sessionId, pdf, zip: local(item?.downloadUrl), token, mailed: mailed ?? "" };
}

let clients = 0;

/** The answer to a client of its own: one that is refused sixty times has to wait. */
const status = async ({ app }: Shop, path: string) => {
  const headers = { "X-Forwarded-For": clientAddress(++clients) };
  return (await app.request(SITE + path, { headers })).status;
};

describe("a token", () => {
  test("changed at any one place opens nothing", async () => {
    const { shop, pdf, token } = await sold();
    const statuses = new Set<number>();
    for (let at = 0; at < token.length; at++) {
      for (const other of ["0", "1", "A", "_", "."].filter((char) => char !== token[at])) {
        const altered = token.slice(0, at) + other + token.slice(at + 1);
        statuses.add(await status(shop, pdf.replace(token, altered)));
      }
      statuses.add(await status(shop, pdf.replace(token, token.slice(0, at))));
    }
    expect([...statuses]).toEqual([404]);
    expect(await status(shop, pdf)).toBe(200);
  });

  test("with anything before or after it opens nothing", async () => {
    const { shop, pdf, token } = await sold();
    for (const altered of [`0${token}`, `${token}A`, `${token}%00`, `${token}%0A`, `%20${token}`]) {
      expect(await status(shop, pdf.replace(token, altered))).toBe(404);
    }
  });

  test("signed with another secret opens nothing", async () => {
    const mine = await sold();
    mine.shop.deps.secret = "another-secret-of-another-shop-00000";
    expect(await status(mine.shop, mine.pdf)).toBe(404);
  });

  test("of a page runs out after a day, and the answer says where fresh ones are", async () => {
    const { shop, pdf } = await sold();
    shop.clock.advance(DAY_MS - 1000);
    expect(await status(shop, pdf)).toBe(200);
    shop.clock.advance(1000);
    const response = await shop.app.request(SITE + pdf);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining("It may have run out; the newest mail"),
    });
  });

  test("of a mail works for sixty days", async () => {
    const { shop, mailed } = await sold();
    shop.clock.advance(60 * DAY_MS - 1000);
    expect(await status(shop, mailed)).toBe(200);
    shop.clock.advance(1000);
    expect(await status(shop, mailed)).toBe(404);
  });

  test("that ran out is answered like a forged one and like none at all", async () => {
    const { shop, pdf, token } = await sold();
    shop.clock.advance(2 * DAY_MS);
    const [item, epoch, expiry, signature] = token.split(".");
    const later = `${item}.${epoch}.${Number(expiry) + 10 * 86_400}.${signature}`;
    const messages = await Promise.all(
      [token, later, "", "x"].map(async (other) => {
        const response = await shop.app.request(SITE + pdf.replace(token, other));
        return ((await response.json()) as { message: string }).message;
      }),
    );
    expect(new Set(messages).size).toBe(1);
  });

  test("ends with its item's grant", async () => {
    const { shop, pdf, zip, mailed } = await sold();
    shop.db.write((tx) =>
      updateRow(tx, orderItems, 1, { revokedAt: shop.clock.now() }, author(shop)),
    );
    for (const path of [pdf, zip, mailed]) expect(await status(shop, path)).toBe(404);
  });

  test("ends when the order's links are renewed, and the new one works", async () => {
    const { shop, sessionId, pdf, mailed } = await sold();
    shop.db.write((tx) => updateRow(tx, orders, 1, { linkEpoch: 2 }, author(shop)));
    for (const path of [pdf, mailed]) expect(await status(shop, path)).toBe(404);
    const [item] = (await readDetail(shop.browser, sessionId)).products;
    expect(await status(shop, local(item?.fileUrl))).toBe(200);
  });

  test.each(["open", "processing", "failed", "expired", "creating"] as const)(
    "opens nothing while its order is %s",
    async (orderStatus) => {
      const { shop, pdf } = await sold();
      shop.db.write((tx) => updateRow(tx, orders, 1, { status: orderStatus }, author(shop)));
      expect(await status(shop, pdf)).toBe(404);
    },
  );

  test("of one buyer opens nothing that another bought", async () => {
    const { shop, token } = await sold();
    const other = openBrowser(shop);
    const sessionId = await buy(shop, other, { products: [shop.book], email: "b@example.com" });
    const [item] = (await readDetail(other, sessionId)).products;
    const path = local(item?.fileUrl);
    expect(await status(shop, path)).toBe(200);
    expect(await status(shop, path.replace(/token=.*/, `token=${token}`))).toBe(404);
    const zip = local(item?.downloadUrl).replace(/token=.*/, `token=${token}`);
    expect(await status(shop, zip)).toBe(404);
  });
});

describe("without a token", () => {
  const bare = (path: string) => path.split("?")[0] ?? "";

  test("the signed-in owner opens file and ZIP", async () => {
    const { shop, pdf, zip } = await sold();
    const owner = signIn(shop, "buyer@example.com");
    const response = await owner.get(bare(pdf));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(PACK_CONTENTS[0]);
    expect((await owner.get(bare(zip))).status).toBe(200);
  });

  test("the account that bought opens it, even when it was paid under another address", async () => {
    const shop = await openShop();
    const account = signIn(shop, "me@example.com");
    await buy(shop, account, { products: [shop.pack], email: "ignored@example.com" });
    shop.db.write((tx) => updateRow(tx, orders, 1, { email: "paypal@example.com" }, author(shop)));
    expect((await account.get("/files/1/x.pdf")).status).toBe(200);
  });

  test("an account with hundreds of orders opens what is in the newest 500, and by link the rest", async () => {
    const { shop, pdf } = await sold();
    const owner = signIn(shop, "buyer@example.com");
    const addOrders = (from: number, to: number) =>
      shop.db.sqlite
        .exec(`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
        INSERT INTO orders (number, status, email, currency, total_amount, created_at, updated_at)
        SELECT i, 'paid', 'buyer@example.com', 'usd', 1, 1, 1 FROM n`);
    addOrders(1, 499);
    expect((await owner.get(bare(pdf))).status).toBe(200);
    addOrders(500, 500);
    expect((await owner.get(bare(pdf))).status).toBe(404);
    expect((await owner.get(pdf)).status).toBe(200);
    expect(await (await owner.get("/api/products/purchased-products")).json()).toEqual([]);
  });

  test("nobody else does: not the buying browser, not another account, not an old sign-in", async () => {
    const { shop, pdf, zip } = await sold();
    const old = signIn(shop, "buyer@example.com", { lifetimeMs: 1000 });
    shop.clock.advance(1001);
    for (const browser of [shop.browser, openBrowser(shop), signIn(shop, "x@example.com"), old]) {
      expect((await browser.get(bare(pdf))).status).toBe(404);
      expect((await browser.get(bare(zip))).status).toBe(404);
    }
  });

  test("an owner's wrong token does no harm, and their withdrawn item stays shut", async () => {
    const { shop, pdf } = await sold();
    const owner = signIn(shop, "buyer@example.com");
    expect((await owner.get(`${bare(pdf)}?token=1.1.1.x`)).status).toBe(200);
    shop.db.write((tx) =>
      updateRow(tx, orderItems, 1, { revokedAt: shop.clock.now() }, author(shop)),
    );
    expect((await owner.get(bare(pdf))).status).toBe(404);
  });
});

describe("what was bought grows and never shrinks", () => {
  async function zipNames(shop: Shop, zip: string): Promise<string[]> {
    const response = await shop.app.request(SITE + zip);
    return readZip(new Uint8Array(await response.arrayBuffer())).map((entry) => entry.name);
  }

  test("a file added later reaches the past buyer", async () => {
    const { shop, sessionId, pdf, zip } = await sold();
    await addFile(shop, { title: "Bonus", content: "bonus pages" });
    const [item] = (await readDetail(shop.browser, sessionId)).products;
    expect(item?.files.map((file) => file.title)).toContain("Bonus");
    expect(await status(shop, pdf.replace("/files/1/", "/files/4/"))).toBe(200);
    expect(await zipNames(shop, zip)).toEqual([
      "Premium-Pack-1.pdf",
      "Premium-Pack-2.pdf",
      "Bonus.pdf",
    ]);
  });

  test("a file taken out of the product stays with the past buyer, and reaches no new one", async () => {
    const { shop, pdf, zip } = await sold();
    shop.db.sqlite.exec("DELETE FROM product_files WHERE file_id = 1");
    expect(await status(shop, pdf)).toBe(200);
    expect((await zipNames(shop, zip)).toSorted()).toEqual([
      "Premium-Pack-1.pdf",
      "Premium-Pack-2.pdf",
    ]);
    const newcomer = openBrowser(shop);
    const sessionId = await buy(shop, newcomer, { products: [shop.pack], email: "n@example.com" });
    const [item] = (await readDetail(newcomer, sessionId)).products;
    expect(item?.files.map((file) => file.id)).toEqual([2]);
    expect(await status(shop, local(item?.fileUrl).replace("/files/2/", "/files/1/"))).toBe(404);
  });

  test("a product taken off sale stays with the past buyer", async () => {
    const { shop, pdf, zip } = await sold();
    shop.db.sqlite.exec("UPDATE products SET active = 0");
    expect(await status(shop, pdf)).toBe(200);
    expect(await status(shop, zip)).toBe(200);
  });

  test("a corrected version is what every old link opens", async () => {
    const { shop, pdf } = await sold();
    const fixed = new TextEncoder().encode("%PDF-1.7 month one, corrected");
    const hash = await shop.deps.files.save(fixed);
    shop.db.write((tx) => {
      const version = { fileId: 1, sha256: hash, bytes: fixed.byteLength, pages: 1 };
      const { id } = insertRow(tx, fileVersions, version, author(shop));
      updateRow(tx, files, 1, { currentVersionId: id }, author(shop));
    });
    const response = await shop.app.request(SITE + pdf);
    expect(await response.text()).toBe("%PDF-1.7 month one, corrected");
    expect(response.headers.get("ETag")).toBe(`"${sha256(fixed)}"`);
  });

  async function addFile(shop: Shop, { title, content }: { title: string; content: string }) {
    const bytes = new TextEncoder().encode(content);
    const hash = await shop.deps.files.save(bytes);
    shop.db.write((tx) => {
      const file = insertRow(tx, files, { slug: title, title }, author(shop));
      const version = { fileId: file.id, sha256: hash, bytes: bytes.byteLength, pages: 1 };
      const { id } = insertRow(tx, fileVersions, version, author(shop));
      updateRow(tx, files, file.id, { currentVersionId: id }, author(shop));
      const place = { productId: shop.pack, fileId: file.id, position: 9 };
      insertRow(tx, productFiles, place, author(shop));
    });
  }
});
