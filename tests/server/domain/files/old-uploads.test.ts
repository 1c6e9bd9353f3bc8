import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { testimonials, texts } from "../../../../db/content-schema.ts";
import { insertRow, updateRow } from "../../../../db/record.ts";
import { products } from "../../../../db/schema.ts";
import { uploads } from "../../../../db/store-schema.ts";
import type { Upload } from "../../../../server/contract/admin-answers.ts";
import { fillContent } from "../../../../db/seed/first-content.ts";
import { firstSettings } from "../../../../server/domain/settings.ts";
import { maintain } from "../../../support/money.ts";
import { DAY_MS } from "../../../support/money.ts";
import { openShop } from "../../../support/shop.ts";
import { signInAdmin } from "../../../support/table-calls.ts";
import { makePdf, PICTURES, sendFile } from "../../../support/uploads.ts";
import { changeRow } from "../../../support/rows.ts";

/** Opens a shop and uploads a file; `isKept` returns whether the file is still stored. */
async function withUpload(bytes: Uint8Array = PICTURES["image/png"]) {
  const shop = await openShop();
  const send = async () => {
    const kind = bytes[0] === 0x25 ? "file" : "media";
    const answer = await sendFile(signInAdmin(shop, `${Math.random()}@example.com`), kind, bytes);
    return (await answer.json()) as Upload;
  };
  const upload = await send();
  const show = (images: string[]) => changeRow(shop, products, shop.pack, { images });
  const isKept = () => {
    const isStored = existsSync(shop.pathOf(upload.sha256));
    expect(shop.db.select().from(uploads).all().length).toBe(isStored ? 1 : 0);
    return isStored;
  };
  const after = async (days: number) => {
    shop.clock.advance(days * DAY_MS);
    await maintain(shop.deps);
    return isKept();
  };
  return { shop, upload, send, show, after };
}

test("an upload that nothing ever named is dropped after 30 days, and can be sent again", async () => {
  const { send, after, upload } = await withUpload();
  expect(await after(30)).toBe(true);
  expect(await after(0.1)).toBe(false);
  expect((await send()).url).toBe(upload.url);
  expect(await after(1)).toBe(true);
});

test("an upload that is sent again is as young as a new one", async () => {
  const { send, after } = await withUpload();
  expect(await after(29)).toBe(true);
  await send();
  expect(await after(29)).toBe(true);
});

test("an upload that is sent again is dropped later than a newer one, and not kept for good", async () => {
  const { shop, send, after } = await withUpload();
  const admin = signInAdmin(shop);
  await sendFile(admin, "media", PICTURES["image/webp"]);
  shop.clock.advance(29 * DAY_MS);
  await send();
  shop.clock.advance(2 * DAY_MS);
  await maintain(shop.deps);
  shop.clock.advance(29 * DAY_MS);
  await maintain(shop.deps);
  expect(shop.db.select().from(uploads).all()).toEqual([]);
  expect(await after(1)).toBe(false);
});

test("a picture that a product shows stays for good", async () => {
  const { show, after, upload } = await withUpload();
  show([upload.url]);
  expect(await after(31)).toBe(true);
  expect(await after(400)).toBe(true);
});

test("a picture that a product has shown stays, so that undoing shows it again", async () => {
  const { show, after, upload } = await withUpload();
  show([upload.url]);
  show([]);
  expect(await after(31)).toBe(true);
});

test("a sample stays, also once it is taken back", async () => {
  const { shop, after, upload } = await withUpload(await makePdf(1));
  for (const sample of [upload.url, null]) {
    changeRow(shop, products, shop.pack, { sample });
    expect(await after(31)).toBe(true);
  }
});

test("a picture of a testimonial or a text stays, also once it is replaced", async () => {
  for (const [table, row, column] of [
    [testimonials, { text: "Good.", author: "Anna" }, "image"],
    [texts, { name: "landing.picture" }, "value"],
  ] as const) {
    const { shop, after, upload } = await withUpload();
    const author = { actor: "test", now: shop.clock.now() };
    shop.db.write((tx) => {
      const { id } = insertRow(tx, table, { ...row, [column]: upload.url } as never, author);
      updateRow(tx, table, id, { [column]: "/pictures/other.webp" } as never, author);
    });
    expect(await after(31), column).toBe(true);
  }
});

test("the logo stays", async () => {
  const { shop, after, upload } = await withUpload();
  fillContent({ db: shop.db, firstSettings: firstSettings("demo"), now: shop.clock.now() });
  await signInAdmin(shop).change("settings", 1, { logo: upload.url });
  expect(await after(31)).toBe(true);
});

test("a PDF that is a version of a file stays, whoever sent it again", async () => {
  const { shop, after, upload } = await withUpload(await makePdf(1));
  const { sqlite } = shop.db;
  sqlite.prepare("UPDATE file_versions SET sha256 = ? WHERE id = 1").run(upload.sha256);
  expect(await after(31)).toBe(true);
});
