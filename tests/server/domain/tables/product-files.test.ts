import { describe, expect, test } from "vitest";
import { files, fileVersions, productFiles } from "../../../../db/schema.ts";
import { uploads } from "../../../../db/store-schema.ts";
import { fileLink } from "../../../support/money.ts";
import { buy, openShop } from "../../../support/shop.ts";
import { changesOf, newestChange, signInAdmin } from "../../../support/table-calls.ts";

const REVISED = "%PDF-1.7 month one, without its spelling error";

/**
 * Opens a shop with one purchase of the pack and a signed-in administrator. `send` stores an upload
 * and returns its URL.
 */
async function open() {
  const shop = await openShop();
  await buy(shop, shop.browser, { products: [shop.pack], email: "buyer@example.com" });
  const send = async (content: string, type = "application/pdf") => {
    const bytes = new TextEncoder().encode(content);
    const sha256 = await shop.deps.files.save(bytes);
    const upload = { sha256, name: "a.pdf", type, bytes: bytes.byteLength, pages: 2 };
    shop.db
      .insert(uploads)
      .values({ ...upload, createdAt: shop.clock.now() })
      .run();
    return `/uploads/${sha256}/a.pdf`;
  };
  const count = () => ({
    files: shop.db.select().from(files).all().length,
    versions: shop.db.select().from(fileVersions).all().length,
    rows: shop.db.select().from(productFiles).all().length,
  });
  return { ...shop, admin: signInAdmin(shop), send, count };
}

describe("refused is", () => {
  test.each([
    ["a path that is no upload", () => "/pictures/a.webp"],
    ["bytes that were never sent", () => `/uploads/${"0".repeat(64)}/a.pdf`],
    ["a picture", (send: Send) => send("GIF89a", "image/gif")],
  ])("%s, as a new file and as a new version", async (_what, urlOf) => {
    const { admin, send, book, ...shop } = await open();
    const file_url = await urlOf(send);
    const before = newestChange(shop);
    const row = { product_id: book, title: "Mazes", file_url };
    for (const answer of [
      await admin.create("product_files", row),
      await admin.change("product_files", 1, { file_url }),
    ]) {
      const text = "PDF must be a file uploaded here: buyers get no files from other sites";
      expect(answer).toMatchObject({ status: 422, body: { errors: { file_url: [text] } } });
    }
    expect(newestChange(shop)).toBe(before);
  });

  test.each([
    [{ file_url: "javascript:alert(1)" }, "file_url", "PDF is not valid"],
    [{ product_id: 2 }, "product_id", "Product can't be changed."],
    [{ bytes: 1 }, "bytes", "Bytes can't be changed."],
  ])("%j", async (patch, field, text) => {
    const { admin } = await open();
    expect(await admin.change("product_files", 1, patch)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [text] } },
    });
  });

  test("a file that the product holds already", async () => {
    const { admin, pack, ...shop } = await open();
    const { body: row } = await admin.change("product_files", 1, {});
    const again = { product_id: pack, title: "Again", file_url: row["file_url"] };
    const before = newestChange(shop);
    expect(await admin.create("product_files", again)).toMatchObject({
      status: 409,
      body: { reason: "taken", errors: { file_url: [expect.any(String)] } },
    });
    expect(newestChange(shop)).toBe(before);
  });
});
type Send = (content: string, type?: string) => Promise<string>;

test("a new version reaches past buyers, and each row that shows the file tells of it", async () => {
  const { admin, send, book, ...shop } = await open();
  const { body: row } = await admin.change("product_files", 1, {});
  const shared = await admin.create("product_files", {
    product_id: book,
    title: "Premium Pack 1",
    file_url: row["file_url"],
  });
  expect(shared).toMatchObject({ status: 201, body: { file_id: row["file_id"], version: 1 } });

  const file_url = await send(REVISED);
  const answer = await admin.change("product_files", 1, { file_url, title: "Month 1" });
  const url = file_url.replace("a.pdf", "premium-pack-1.pdf");
  const shown = { title: "Month 1", file_url: url, pages: 2, bytes: REVISED.length };
  expect(answer).toMatchObject({ status: 200, body: { ...shown, version: 2 } });
  expect(await admin.change("product_files", shared.body.id, {})).toMatchObject({
    body: { ...shown, version: 2 },
  });

  const lines = changesOf(shop, "product_files").slice(-2);
  expect(lines.map(({ rowId }) => rowId).toSorted()).toEqual([1, shared.body.id]);
  for (const line of lines) {
    expect(line).toMatchObject({
      before: { title: "Premium Pack 1", file_url: row["file_url"] },
      after: shown,
    });
    expect(String(line.setId)).toBe(answer.headers.get("X-Change-Set"));
  }
  const link = fileLink(shop.mails[0]?.text, "Premium-Pack-1");
  expect(await (await shop.app.request(link)).text()).toBe(REVISED);
});

test("a version that was current before is taken back without a new one", async () => {
  const { admin, send, count } = await open();
  const { body: row } = await admin.change("product_files", 1, {});
  await admin.change("product_files", 1, { file_url: await send(REVISED) });
  const before = count();
  expect(await admin.change("product_files", 1, { file_url: row["file_url"] })).toMatchObject({
    status: 200,
    body: { file_url: row["file_url"] },
  });
  expect(count()).toEqual(before);
});

test("a new row makes a file with a name of its own", async () => {
  const { admin, send, book, count } = await open();
  const before = count();
  const row = {
    product_id: book,
    title: "Premium  Pack 1!",
    paper: "a4",
    file_url: await send(REVISED),
    position: 4,
  };
  expect(await admin.create("product_files", row)).toMatchObject({
    status: 201,
    body: { ...row, file_url: row.file_url.replace("a.pdf", "premium-pack-1-2.pdf"), pages: 2 },
  });
  expect(count()).toEqual({
    files: before.files + 1,
    versions: before.versions + 1,
    rows: before.rows + 1,
  });
});

test("a removed row leaves buyers their files, and keeps what it showed", async () => {
  const { admin, ...shop } = await open();
  expect(await admin.remove("product_files", 1)).toMatchObject({ status: 200 });
  expect(changesOf(shop, "product_files").at(-1)).toMatchObject({
    action: "delete",
    before: { title: "Premium Pack 1", product_id: 1 },
  });
  const link = fileLink(shop.mails[0]?.text, "Premium-Pack-1");
  expect(await shop.app.request(link)).toMatchObject({ status: 200 });
});
