import { expect, test } from "vitest";
import { insertRow } from "../../../db/record.ts";
import { contactSubmissions, orders, products, users } from "../../../db/schema.ts";
import { savedViews } from "../../../db/store-schema.ts";
import type { ImportAnswer } from "../../../server/contract/tables.ts";
import { TABLES } from "../../../server/domain/tables/registry.ts";
import { openClubShop } from "../../support/money.ts";
import { buy } from "../../support/shop.ts";
import { newestChange, signInAdmin } from "../../support/table-calls.ts";

const HOSTILE = [
  "=1+1",
  "'=1+1",
  "''",
  "'",
  "007",
  " 1 ",
  "null",
  'a"b',
  "a,b",
  "a;'=1\n- b\r\n\r\n'+c",
  "a\r\nb",
  "\u{1F43B}",
  "\uFEFFx",
  '["a"]',
];

test("a table's own export changes nothing when it is imported, whatever stands in it", async () => {
  const shop = await openClubShop();
  await buy(shop, shop.browser, { products: [shop.pack, shop.club], email: "buyer@example.com" });
  const author = { actor: "test", now: shop.clock.now() };
  shop.db.write((tx) => {
    for (const [index, text] of HOSTILE.entries()) {
      const email = `a${index}@example.com`;
      const user = insertRow(tx, users, { email, name: text }, author);
      insertRow(
        tx,
        orders,
        {
          number: `N-${index}`,
          status: "expired",
          customerName: text,
          currency: "usd",
          totalAmount: 1,
        },
        author,
      );
      insertRow(
        tx,
        contactSubmissions,
        { name: text, email, subject: text, message: text, userAgent: text },
        author,
      );
      insertRow(
        tx,
        savedViews,
        { tableName: "orders", title: text, userId: user.id, search: text },
        author,
      );
      insertRow(
        tx,
        products,
        {
          name: text + index,
          slug: `p-${index}`,
          description: text,
          badge: text,
          price: 100,
          type: "digital",
          images: [text],
          features: [text, "", text],
        },
        author,
      );
    }
    insertRow(
      tx,
      products,
      { name: "None", slug: "none", price: 100, type: "digital", images: [], features: [""] },
      author,
    );
  });
  const admin = signInAdmin(shop);
  const before = newestChange(shop);
  let filled = 0;
  for (const { name, readOnly } of TABLES.values()) {
    if (readOnly) continue;
    const file = await (await admin.get(`/api/tables/${name}/export`)).blob();
    // Excel reads a file without a byte order mark as Windows-1252.
    expect(await file.slice(0, 3).bytes()).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    const same = Number(shop.db.sqlite.prepare(`SELECT count(*) FROM ${name}`).pluck().get());
    if (same > 0) filled++;
    for (const query of ["?dryRun=1", ""]) {
      const answer = await admin.call<ImportAnswer>("POST", `/api/tables/${name}/import${query}`, {
        body: file,
        headers: { "Content-Type": "text/csv" },
      });
      const nothing = { new: 0, changed: 0, refused: 0, errors: [], changeSet: null };
      expect([name, answer.status, answer.body]).toMatchObject([name, 200, { same, ...nothing }]);
    }
  }
  expect(filled).toBeGreaterThan(6);
  expect(newestChange(shop)).toBe(before);
});
