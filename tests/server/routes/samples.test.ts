import { expect, test } from "vitest";
import { products } from "../../../db/schema.ts";
import { sampleDownloads } from "../../../db/store-schema.ts";
import type { Upload } from "../../../server/contract/admin-answers.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { DAY_MS } from "../../support/money.ts";
import { MINUTE_MS } from "../../support/shop.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { makePdf, openUploads, PICTURES, sendFile } from "../../support/uploads.ts";
import { changeRow } from "../../support/rows.ts";

const PATH = "/samples/premium-pack.pdf";
const pdf = await makePdf(1);

/** Opens a shop with a pack that has a sample. `counts` lists its downloads by day. */
async function withSample() {
  const t = openUploads();
  const { url } = (await (await sendFile(t.admin, "file", pdf)).json()) as Upload;
  const id = await t.addProduct({ name: "Premium Pack", sample: url });
  const get = (headers: Record<string, string> = {}, path = PATH) =>
    t.app.request(path, { headers });
  const change = (patch: Partial<typeof products.$inferSelect>) =>
    changeRow(t, products, id, patch);
  const counts = () =>
    t.db
      .select()
      .from(sampleDownloads)
      .all()
      .map(({ day, count }) => `${day} ${count}`);
  return { ...t, id, get, change, counts };
}

test("there is no sample of an unknown product, one without a sample or one not on sale", async () => {
  const { get, change, counts } = await withSample();
  expect((await get({}, "/samples/nothing.pdf")).status).toBe(404);
  change({ active: false });
  expect((await get()).status).toBe(404);
  change({ active: true, sample: null });
  expect((await get()).status).toBe(404);
  change({ sample: `/uploads/${"0".repeat(64)}/month.pdf` });
  expect((await get()).status).toBe(404);
  expect(counts()).toEqual([]);
});

test("a picture is no sample", async () => {
  const { get, change, admin } = await withSample();
  const answer = await sendFile(admin, "media", PICTURES["image/png"]);
  const { url } = (await answer.json()) as Upload;
  change({ sample: url.replace(/[^/]+$/, "picture.pdf") });
  expect((await get()).status).toBe(404);
});

test("the owner's upload is the sample at once, on the card as well", async () => {
  const t = createTestApp();
  const admin = signInAdmin(t);
  const id = await t.addProduct({ name: "Premium Pack" });
  const { url } = (await (await sendFile(admin, "file", pdf)).json()) as Upload;
  expect(await admin.change("products", id, { sample: url })).toMatchObject({ status: 200 });
  const [product] = await (await t.app.request("/api/products")).json();
  expect(product).toMatchObject({ sampleUrl: PATH });
  expect((await t.app.request(PATH)).status).toBe(200);
  await admin.change("products", id, { sample: null });
  expect((await t.app.request(PATH)).status).toBe(404);
});

test("a PDF that is sold, in any version, is refused as a sample and not sent", async () => {
  const t = createTestApp();
  const admin = signInAdmin(t);
  const id = await t.addProduct({ name: "Premium Pack" });
  const send = async (pages: number) =>
    (await (await sendFile(admin, "file", await makePdf(pages))).json()) as Upload;
  const [first, second, sample] = [await send(1), await send(2), await send(3)];
  const row = { product_id: id, title: "Pages", file_url: first.url };
  const { body } = await admin.create("product_files", row);
  await admin.change("product_files", Number(body["id"]), { file_url: second.url });
  for (const { url } of [first, second]) {
    expect(await admin.change("products", id, { sample: url })).toMatchObject({
      status: 422,
      body: { errors: { sample: [expect.stringContaining("This PDF is sold")] } },
    });
    changeRow(t, products, id, { sample: url });
    expect((await t.app.request(PATH)).status).toBe(404);
  }
  expect(await admin.change("products", id, { sample: sample.url })).toMatchObject({ status: 200 });
  const sold = { errors: { file_url: [expect.stringContaining("the sample of a product")] } };
  for (const answer of [
    await admin.create("product_files", { ...row, file_url: sample.url }),
    await admin.change("product_files", Number(body["id"]), { file_url: sample.url }),
  ]) {
    expect(answer).toMatchObject({ status: 422, body: sold });
  }
});

test("every visitor gets the sample, and caches ask again", async () => {
  const { get } = await withSample();
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
  expect(answer.headers.get("Content-Type")).toBe("application/pdf");
  expect(answer.headers.get("Content-Disposition")).toBe(
    'inline; filename="Premium-Pack-sample.pdf"',
  );
  expect(answer.headers.get("Cache-Control")).toBe("no-cache");
  const known = await get({ "If-None-Match": answer.headers.get("ETag") ?? "" });
  expect(known.status).toBe(304);
});

test("downloads are counted by day, ranges of one reader once", async () => {
  const t = await withSample();
  const { get, app, id, clock, counts } = t;
  const day = (days: number) =>
    new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const [today, tomorrow] = [day(0), day(1)];
  await app.request(PATH, { method: "HEAD" });
  await get({ "If-None-Match": "*" });
  expect(counts()).toEqual([]);

  await get();
  for (const range of ["bytes=0-", "bytes=0-1", "bytes=100-200"]) await get({ Range: range });
  expect(counts()).toEqual([`${today} 1`]);
  clock.advance(10 * MINUTE_MS);
  await get({ Range: "bytes=100-200" });
  expect(counts()).toEqual([`${today} 2`]);
  clock.advance(DAY_MS);
  await get();
  expect(counts()).toEqual([`${today} 2`, `${tomorrow} 1`]);
  const admin = signInAdmin(t, "later@example.com");
  const list = await (await admin.get("/api/tables/products")).json();
  expect(list).toMatchObject({ data: [{ id, sample_downloads: 3 }] });
});

test("a database that cannot be written keeps no one from the sample", async () => {
  const { get, db, counts } = await withSample();
  db.sqlite.pragma("query_only = 1");
  expect((await get()).status).toBe(200);
  db.sqlite.pragma("query_only = 0");
  expect(counts()).toEqual([]);
});

test("a client that asks without pause is refused", async () => {
  const { get } = await withSample();
  const statuses: number[] = [];
  for (let n = 0; n < 601; n++) statuses.push((await get({ "If-None-Match": "*" })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});
