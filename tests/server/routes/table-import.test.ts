import { describe, expect, test } from "vitest";
import { insertRow, updateRow } from "../../../db/record.ts";
import { contactSubmissions } from "../../../db/buyer-schema.ts";
import { orders, products, users } from "../../../db/schema.ts";
import { savedViews } from "../../../db/store-schema.ts";
import type { ImportAnswer, ImportPreview } from "../../../server/contract/tables.ts";
import { TABLES } from "../../../server/domain/tables/registry.ts";
import { openClubShop } from "../../support/money.ts";
import { buy } from "../../support/shop.ts";
import { afterNextCommit, newestChange, signInAdmin } from "../../support/table-calls.ts";
import { createTestApp } from "../../support/create-test-app.ts";

describe("a file is refused", () => {
  test.each<[string, string, number, columns?: string]>([
    ["that is empty", "", 422],
    ["with an unknown column", "name,hue\na,b", 422],
    ["with a column twice", "name,name\na,b", 422],
    ["with a column twice, once with its unit", "price,price (cents)\n1,2", 422],
    ["of more than 16 MB", `name\n${"a".repeat(16 * 1024 * 1024)}`, 413],
    ["with too few chosen columns", "No,Title\n1,Mazes", 422, "id"],
    ["with too many chosen columns", "No,Title\n1,Mazes", 422, "id,name,price"],
    ["with an unknown chosen column", "No,Title\n1,Mazes", 422, "id,hue"],
    ["with the same chosen column twice", "No,Title\n1,Mazes", 422, "id,id"],
  ])("%s", async (_what, csv, status, columns = "") => {
    const { send, ...t } = await openImports();
    const before = newestChange(t);
    for (const dryRun of [true, false]) {
      expect(await send(csv, { dryRun, columns })).toMatchObject({ status });
    }
    expect(newestChange(t)).toBe(before);
  });

  test("of another table, type or encoding", async () => {
    const { admin, send, preview } = await openImports();
    const latin = windows1252("name\nCaf\u00E9");
    for (const call of [send, preview]) {
      expect(await call("kind\ncode", { table: "emails" })).toMatchObject({ status: 403 });
      expect(await call("a", { table: "nosuch" })).toMatchObject({ status: 404 });
      expect(await call("name\na", { charset: "koi8-r" })).toMatchObject({ status: 415 });
      expect(await call(latin, { charset: "utf-8" })).toMatchObject({ status: 422 });
    }
    const json = admin.call("POST", "/api/tables/products/import", { body: "name\na" });
    expect(await json).toMatchObject({ status: 415 });
    expect(await send(latin)).toMatchObject({ body: { reason: "encoding_guessed" } });
  });

  test("with very many errors, the first of which are listed", async () => {
    const { send } = await openImports();
    const { body } = await send(`id,price\n${"x,y\n".repeat(5_000)}`, { dryRun: true });
    expect(body).toMatchObject({ same: 0, refused: 5_000, moreErrors: 4_800 });
    expect(body.errors).toHaveLength(200);
    expect(body.errors.at(-1)).toMatchObject({ line: 201, field: "id" });
  });
});

describe("an error names its line:", () => {
  const NEW = "name,slug,price,type";
  const TAKEN = "Short name is taken by another row.";
  const TOO_LONG = "Description cannot exceed 1000000 characters";
  test.each<[string, string, ...errors: [line: number, field: string, message: string][]]>([
    [
      "rules of fields",
      `${NEW}\nMazes,mazes,-1,digital\nx,y,a,b\nBook 2,book-2,99.00,digital`,
      [2, "price", "Price (cents) cannot be less than 0"],
      [3, "name", "Name must be at least 2 characters"],
      [3, "price", "Price (cents) must be a number"],
      [3, "type", "Type must be one of the valid options"],
      [4, "price", "Price (cents) must be an integer"],
    ],
    ["an unknown row", "id,price\n1,500\n\n99,500", [4, "id", "This row no longer exists."]],
    ["an id that is no number", "id,price\nx,500", [2, "id", "This row no longer exists."]],
    ["a row twice", "id,price\n1,500\n1,600", [3, "id", "This row is in the file twice."]],
    ["a taken key", "id,slug\n1,book", [2, "slug", TAKEN]],
    ["a key twice", `${NEW}\nMaze,a-b,100,digital\nMore,a-b,100,digital`, [3, "slug", TAKEN]],
    [
      "an old version",
      "id,version\n1,7",
      [2, "version", "This row was changed after it was exported."],
    ],
    [
      "a read-only column",
      "id,created_at\n1,2020-01-01",
      [2, "created_at", "Created at can't be changed."],
    ],
    [
      "a fault of the row",
      "id,price\n1,5,6",
      [2, "", "This row has more cells than the header row."],
    ],
    ["a large cell", `id,description\n1,"${"a\n".repeat(600_000)}"`, [2, "description", TOO_LONG]],
  ])("%s", async (_what, csv, ...expected) => {
    const { send, ...t } = await openImports();
    const before = newestChange(t);
    const errors = expected.map(([line, field, message]) => ({ line, field, message }));
    const dry = await send(csv, { dryRun: true });
    expect(dry).toMatchObject({ status: 200, body: { changeSet: null } });
    expect(dry.body.errors).toEqual(errors);
    const refused = await send(csv);
    expect(refused).toMatchObject({ status: 422, body: { ...dry.body, code: "invalid" } });
    expect(newestChange(t)).toBe(before);
  });

  test("rules of the table", async () => {
    const { admin, send } = await openImports();
    const csv = `id,is_admin\n${admin.userId},false`;
    expect((await send(csv, { table: "users", dryRun: true })).body).toMatchObject({
      changed: 0,
      refused: 1,
      errors: [{ line: 2, message: expect.stringContaining("your own rights") }],
    });
    expect(await send(csv, { table: "users" })).toMatchObject({ status: 422 });
  });
});

describe("an import", () => {
  test("adds and changes rows as one set to undo", async () => {
    const { admin, send, stored, ...t } = await openImports();
    const csv =
      'slug;id;price (cents);name;type;features\r\npack;1;950;Pack;digital;"one\ntwo"\r\nbook;2;900;Book;digital;\r\nmazes;;100;Mazes;digital;\r\n';
    const was = stored();
    const none = { removed: 0, refused: 0, errors: [], moreErrors: 0, encoding: "utf-8" };
    const counts = { new: 1, changed: 1, same: 1, ...none };
    const before = newestChange(t);
    expect((await send(csv, { dryRun: true })).body).toEqual({ ...counts, changeSet: null });
    expect(newestChange(t)).toBe(before);
    const { body, headers } = await send(`\uFEFF${csv}`);
    expect(body).toEqual({ ...counts, changeSet: Number(headers.get("X-Change-Set")) });
    expect(stored()).toMatchObject([
      { name: "Pack", price: 950, features: ["one", "two"], version: 2 },
      { name: "Book", version: 1 },
      { name: "Mazes", price: 100, features: [], active: true },
    ]);
    await admin.call("POST", `/api/admin/change-sets/${body.changeSet}/undo`);
    expect(stored()).toMatchObject(was.map(({ price, features }) => ({ price, features })));
  });

  test("fills the fields chosen for the file's columns", async () => {
    const { send, stored } = await openImports();
    const file = "Number;Title;Remark;Badge\r\n1;Mazes;none;\r\n2;Owls\r\n";
    expect(await send(file, { columns: "id,name,,badge" })).toMatchObject({ body: { changed: 2 } });
    expect(stored()).toMatchObject([{ name: "Mazes" }, { name: "Owls", badge: null }]);
  });

  test("reads Windows-1252 when the sender confirms it", async () => {
    const { send, preview, stored } = await openImports();
    const file = windows1252("id,name\n1,Caf\u00E9 d'\u00C9t\u00E9\n2,Plain");
    expect((await preview(file)).body).toEqual({
      encoding: "windows-1252",
      isGuess: true,
      foreignWords: ["Café", "Été"],
      rows: 2,
      headers: ["id", "name"],
      samples: [
        ["1", "2"],
        ["Café d'Été", "Plain"],
      ],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const charset = "windows-1252";
    expect((await preview(file, { charset })).body).toMatchObject({ isGuess: false });
    expect(await send(file, { charset })).toMatchObject({ status: 200 });
    expect(stored()).toMatchObject([{ name: "Café d'Été" }, { name: "Plain" }]);
  });

  test("stops at a row that another changes meanwhile", async () => {
    const { send, stored, ...t } = await openImports();
    const lines = Array.from({ length: 60 }, (_, n) => `,p-${n},100,New ${n},digital`);
    const author = { actor: "admin:99", now: t.clock.now() };
    afterNextCommit(t, () =>
      t.db.write((tx) => updateRow(tx, products, 1, { badge: "MINE" }, author)),
    );
    const csv = `id,slug,price,name,type\n${lines.join("\n")}\n1,pack,500,Pack,digital`;
    const body = { reason: "changed_since", changeSet: expect.any(Number) };
    expect(await send(csv)).toMatchObject({ status: 409, body });
    expect(stored()[0]).toMatchObject({ price: 900, badge: "MINE" });
  });
});

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
  "a\r\nb",
  "\u{1F43B}",
  "a;'=1\n- b\r\n\r\n'+c",
  "\uFEFFx",
  '["a"]',
];

test("a table's own export changes nothing when it is imported", async () => {
  const shop = await openClubShop();
  await buy(shop, shop.browser, { products: [shop.pack, shop.club], email: "buyer@example.com" });
  const author = { actor: "test", now: shop.clock.now() };
  shop.db.write((tx) => {
    for (const [nth, text] of HOSTILE.entries()) {
      const email = `a${nth}@example.com`;
      const { id: userId } = insertRow(tx, users, { email, name: text }, author);
      const order = { number: `N-${nth}`, status: "expired", currency: "usd" } as const;
      insertRow(tx, orders, { ...order, customerName: text, totalAmount: 1 }, author);
      const message = { name: text, email, subject: text, message: text, userAgent: text };
      insertRow(tx, contactSubmissions, message, author);
      const view = { tableName: "orders", title: text, userId, search: text };
      insertRow(tx, savedViews, view, author);
      const lists = { images: [text], features: nth === 0 ? [""] : [text, "", text] };
      const product = { slug: `p-${nth}`, price: 100, type: "digital", ...lists } as const;
      const texts = { name: text + nth, description: text, badge: text };
      insertRow(tx, products, { ...product, ...texts }, author);
    }
  });
  const admin = signInAdmin(shop);
  const before = newestChange(shop);
  for (const { name, readOnly } of TABLES.values()) {
    if (readOnly) continue;
    const file = await (await admin.get(`/api/tables/${name}/export`)).blob();
    // Excel reads a file without a byte order mark as Windows-1252.
    expect(await file.slice(0, 3).bytes()).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    const same = Number(shop.db.sqlite.prepare(`SELECT count(*) FROM ${name}`).pluck().get());
    const answer = await admin.call<ImportAnswer>("POST", `/api/tables/${name}/import`, {
      body: file,
      headers: { "Content-Type": "text/csv" },
    });
    const nothing = { new: 0, changed: 0, refused: 0, errors: [], changeSet: null };
    expect([name, answer.status, answer.body]).toMatchObject([name, 200, { same, ...nothing }]);
  }
  expect(newestChange(shop)).toBe(before);
});

/** Opens a shop with two products and helpers to import CSV files as an administrator. */
async function openImports() {
  const t = createTestApp();
  for (const name of ["Pack", "Book"]) await t.addProduct({ name, price: 900 });
  const admin = signInAdmin(t);
  const send = (
    file: string | Blob,
    { table = "products", dryRun = false, key = "", charset = "", columns = "" } = {},
  ) => {
    const query = new URLSearchParams({
      ...(dryRun && { dryRun: "1" }),
      ...(columns && { columns }),
    });
    return admin.call<ImportAnswer>("POST", `/api/tables/${table}/import?${query}`, {
      body: file,
      headers: { ...csvType(charset), ...(key && { "Idempotency-Key": key }) },
    });
  };
  const preview = (file: string | Blob, { table = "products", charset = "" } = {}) =>
    admin.call<ImportPreview>("POST", `/api/tables/${table}/import/preview`, {
      body: file,
      headers: csvType(charset),
    });
  return { ...t, admin, send, preview, stored: () => t.db.select().from(products).all() };
}

function csvType(charset: string) {
  return { "Content-Type": `text/csv${charset && `; charset=${charset}`}` };
}

/** Encodes a CSV file as Windows-1252, as Excel's plain “CSV” format does. */
function windows1252(text: string): Blob {
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
}
