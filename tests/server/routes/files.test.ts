import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { files } from "../../../db/schema.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { sha256 } from "../../support/catalogue.ts";
import { SITE } from "../../support/create-test-app.ts";
import { listen } from "../../support/listen.ts";
import { readZip } from "../../support/read-zip.ts";
import { buy, local, openShop, PACK_CONTENTS, readDetail, type Shop } from "../../support/shop.ts";
import { changeRow } from "../../support/rows.ts";

const [FIRST = "", SECOND = ""] = PACK_CONTENTS;
const SIZE = FIRST.length;
const ETAG = `"${sha256(FIRST)}"`;
const PRIVATE = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" };

/** Starts the shop on a real server and returns the paths of a purchase of this product. */
async function sold(productOf = async ({ pack }: Shop) => pack) {
  const shop = await openShop();
  const products = [await productOf(shop)];
  const sessionId = await buy(shop, shop.browser, { products });
  const [item] = (await readDetail(shop.browser, sessionId)).products;
  const web = listen(shop);
  const get = (path: string, headers: Record<string, string> = {}) => web.fetch(path, { headers });
  const head = (path: string) => web.fetch(path, { method: "HEAD" });
  const edit = (id: number, patch: Partial<typeof files.$inferSelect>) =>
    changeRow(shop, files, id, patch);
  return { shop, get, head, edit, pdf: local(item?.fileUrl), zip: local(item?.downloadUrl) };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const entriesOf = async (response: Response) =>
  readZip(await bytesOf(response)).map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]);

describe("refused", () => {
  test("is whatever is not the link that was sold, with 404 and nothing of the file", async () => {
    const { get, pdf } = await sold();
    for (const path of [
      pdf.split("?")[0] ?? "",
      pdf.replace(/token=.*/, "token="),
      pdf.replace("/files/1/", "/files/3/"),
      pdf.replace("/files/1/", "/files/99/"),
      pdf.replace(/\/files\/1\/[^?]+/, "/files/product/2/x.zip"),
    ]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({
        code: "not_found",
        message: expect.stringMatching(/^This link doesn't open a file\./),
      });
      for (const name of ["ETag", "Content-Disposition", "Accept-Ranges"]) {
        expect(response.headers.has(name)).toBe(false);
      }
    }
  });

  test("to a person is a page, with nothing of the file either", async () => {
    const { get, pdf } = await sold();
    const headers = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const response = await get(pdf.replace("token=", "token=x"), headers);
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(response.headers.get("Cache-Control")).toMatch(/private|no-store/);
    expect(await response.text()).not.toContain(FIRST);
    expect((await get(pdf, headers)).headers.get("Content-Type")).toBe("application/pdf");
  });

  test("is a client's 1,201st request of a minute, and no file that it may open before that", async () => {
    const { shop, pdf } = await sold();
    const ask = async (path: string) => shop.app.request(SITE + path, { method: "HEAD" });
    for (let id = 10; id < 71; id++) await ask(`/files/${id}/x.pdf`);
    expect((await ask("/files/10/x.pdf")).status).toBe(429);
    const asked = await Promise.all(Array.from({ length: 1139 }, () => ask(pdf)));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1138);
    const refused = asked.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("a PDF", () => {
  test("has the stored bytes, its SHA-256 as ETag, and headers that keep it private", async () => {
    const { get, head, pdf } = await sold();
    const response = await get(pdf);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(FIRST);
    const headers = Object.fromEntries(response.headers);
    const told = { etag: ETAG, "content-length": String(SIZE), "content-type": "application/pdf" };
    expect(headers).toMatchObject({
      ...PRIVATE,
      ...told,
      "content-disposition": 'inline; filename="Premium-Pack-1.pdf"',
      "accept-ranges": "bytes",
      "content-security-policy":
        "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'self'",
      "x-frame-options": "SAMEORIGIN",
      "x-robots-tag": "noindex",
      "referrer-policy": "strict-origin",
    });
    for (const name of ["x-powered-by", "server", "set-cookie", "last-modified"]) {
      expect(headers).not.toHaveProperty(name);
    }
    const asked = await head(pdf);
    expect([asked.status, await asked.text()]).toEqual([200, ""]);
    expect(Object.fromEntries(asked.headers)).toMatchObject(told);
  });

  test("is saved under its name with ?download=1, and shown with any other value", async () => {
    const { get, pdf } = await sold();
    const kind = async (query: string) =>
      (await get(pdf + query)).headers.get("Content-Disposition")?.split(";")[0];
    expect([await kind("&download=1"), await kind("&download=0")]).toEqual([
      "attachment",
      "inline",
    ]);
  });

  const part = (range: string, more = {}) => ({ Range: `bytes=${range}`, ...more });
  test.each<[asked: Record<string, string>, status: number, body: string, range?: string]>([
    [{ "If-None-Match": ETAG }, 304, ""],
    [{ "If-None-Match": '"other"' }, 200, FIRST],
    [part("0-3"), 206, FIRST.slice(0, 4), "0-3"],
    [part("-3"), 206, FIRST.slice(-3), `${SIZE - 3}-${SIZE - 1}`],
    [part("10-"), 206, FIRST.slice(10), `10-${SIZE - 1}`],
    [part("0-99999"), 206, FIRST, `0-${SIZE - 1}`],
    [part("1000-"), 416, "", "*"],
    [part("0-1,4-5"), 200, FIRST],
    [part("a-b"), 200, FIRST],
    [{ Range: "lines=0-3" }, 200, FIRST],
    // A range is sent only if `If-Range` matches the current version exactly.
    [part("0-3", { "If-Range": ETAG }), 206, FIRST.slice(0, 4), "0-3"],
    [part("0-3", { "If-Range": `W/${ETAG}` }), 200, FIRST],
    [part("0-3", { "If-Range": '"other"' }), 200, FIRST],
    [part("0-3", { "If-Range": "Wed, 21 Oct 2015 07:28:00 GMT" }), 200, FIRST],
  ])("asked for with %j is answered by %d", async (asked, status, body, range) => {
    const { get, pdf } = await sold();
    const response = await get(pdf, asked);
    expect([response.status, await response.text()]).toEqual([status, body]);
    const { headers } = response;
    expect(headers.get("Content-Range")).toBe(
      range === undefined ? null : `bytes ${range}/${SIZE}`,
    );
    if (status !== 206) return;
    expect(headers.get("Content-Length")).toBe(String(body.length));
    expect(Object.fromEntries(headers)).toMatchObject({ etag: ETAG, ...PRIVATE });
  });

  test("of several megabytes arrives byte for byte, alone and in its ZIP", async () => {
    const big = "0123456789abcdef".repeat(200_000);
    const { get, pdf, zip } = await sold((shop) =>
      shop.addProduct({ name: "Big", contents: [big] }),
    );
    expect(sha256(await bytesOf(await get(pdf)))).toBe(sha256(big));
    const entries = readZip(await bytesOf(await get(zip)));
    expect(entries.map(({ bytes }) => sha256(bytes))).toEqual([sha256(big)]);
  });
});

describe("a ZIP", () => {
  test("holds every file under its name, each paper in a folder of its own", async () => {
    const { get, edit, zip } = await sold();
    const response = await get(zip);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...PRIVATE,
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="Premium-Pack.zip"',
    });
    expect(await entriesOf(response)).toEqual([
      ["Premium-Pack-1.pdf", FIRST],
      ["Premium-Pack-2.pdf", SECOND],
    ]);
    edit(1, { paper: "a4" });
    edit(2, { paper: "letter" });
    expect(await entriesOf(await get(zip))).toEqual([
      ["A4/Premium-Pack-1.pdf", FIRST],
      ["US Letter/Premium-Pack-2.pdf", SECOND],
    ]);
  });

  test("says its length, to HEAD too, so that a browser can show how far it is", async () => {
    const { get, head, zip } = await sold();
    const [asked, answer] = [await head(zip), await get(zip)];
    const { byteLength } = await answer.arrayBuffer();
    for (const { headers } of [asked, answer]) {
      expect(headers.get("Content-Length")).toBe(String(byteLength));
    }
    expect(await asked.text()).toBe("");
  });

  test("goes on where it broke off, also when it was made anew meanwhile", async () => {
    const { shop, get, zip } = await sold();
    const whole = await get(zip);
    const bytes = await bytesOf(whole);
    rmSync(pathsOf(shop.deps.config.dataDir).bundles, { recursive: true });
    const headers = { Range: "bytes=100-", "If-Range": whole.headers.get("ETag") ?? "" };
    const rest = await get(zip, headers);
    expect(rest.status).toBe(206);
    expect(rest.headers.get("Content-Range")).toBe(`bytes 100-${bytes.length - 1}/${bytes.length}`);
    expect(await bytesOf(rest)).toEqual(bytes.subarray(100));
  });

  test("is not sent again to who has it, until one of its files changes", async () => {
    const { get, edit, zip } = await sold();
    const headers = { "If-None-Match": (await get(zip)).headers.get("ETag") ?? "" };
    expect((await get(zip, headers)).status).toBe(304);
    edit(1, { title: "Another" });
    expect((await get(zip, headers)).status).toBe(200);
  });
});

describe.each([
  ["missing", (path: string) => rmSync(path)],
  ["cut short", (path: string) => writeFileSync(path, "%PDF")],
])("a file that is %s on the disk", (_name, damage) => {
  test("is found out within a minute by who reads it in parts", async () => {
    const { shop, get, pdf } = await sold();
    expect((await get(pdf)).status).toBe(200);
    damage(shop.pathOf(sha256(FIRST)));
    shop.clock.advance(60_000);
    expect((await get(pdf)).status).toBe(500);
  });

  test.each(["pdf", "zip"] as const)("is a fault with an id and a log line (%s)", async (kind) => {
    const { shop, get, [kind]: path } = await sold();
    damage(shop.pathOf(sha256(FIRST)));
    const response = await get(path);
    expect(response.status).toBe(500);
    const answer = (await response.json()) as Record<string, string>;
    expect(answer).toMatchObject({ code: "internal" });
    expect(JSON.stringify(answer)).not.toMatch(/ENOENT|papercub-|sha256/);
    const { requestId } = answer;
    expect(shop.logged).toContainEqual(
      expect.objectContaining({ requestId, err: expect.any(Object) }),
    );
  });
});
