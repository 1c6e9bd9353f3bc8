import { existsSync, readdirSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { filesAwayWords } from "../../../client/content/unavailable.ts";
import type { Upload } from "../../../server/contract/admin-answers.ts";
import { openBrowser } from "../../support/browser.ts";
import { openBucketServer } from "../../support/bucket.ts";
import { realPages } from "../../support/page-desk.ts";
import { sha256 } from "../../support/catalogue.ts";
import { listen } from "../../support/listen.ts";
import { readZip } from "../../support/read-zip.ts";
import { buy, local, openShop, PACK_CONTENTS, readDetail, signIn } from "../../support/shop.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { PICTURES, sendFile } from "../../support/uploads.ts";

const server = await openBucketServer();
afterAll(() => server.remove());

const [FIRST = "", SECOND = ""] = PACK_CONTENTS;
const ETAG = `"${sha256(FIRST)}"`;
const BUYER = "buyer@example.com";

/** Opens a shop with files in a bucket, on a real server; returns the file paths of a purchase. */
async function sold(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ ...options, env: { FILES_URL: server.newFolder() } });
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: BUYER });
  const [item] = (await readDetail(shop.browser, sessionId)).products;
  const web = listen(shop);
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    web.fetch(path, { method, headers, redirect: "manual" });
  const pdf = local(item?.fileUrl);
  const zip = local(item?.downloadUrl);
  const { files } = pathsOf(shop.deps.config.dataDir);
  const onDisk = () => (existsSync(files) ? readdirSync(files) : []);
  return { shop, ask, pdf, zip, bare: pdf.split("?")[0] ?? "", onDisk };
}

const dest = (name: string) => ({ "Sec-Fetch-Dest": name });
const linkOf = (answer: Response) => new URL(answer.headers.get("Location") ?? "none:");

describe("a file in a bucket", () => {
  test("is refused as one on disk is, whoever asks", async () => {
    const { ask, pdf, bare } = await sold();
    for (const path of [bare, pdf.replace("token=", "token=x"), pdf.replace("/1/", "/9/")])
      for (const headers of [{}, dest("document"), dest("empty")]) {
        const answer = await ask(path, headers);
        expect([answer.status, answer.headers.has("Location")]).toEqual([404, false]);
        expect(await answer.json()).toMatchObject({ reason: "file_unavailable" });
      }
  });

  test.each([
    ["a navigation", dest("document")],
    ["a program by the link of a mail", {}],
  ])("is got from there by %s, by a link that is nowhere kept or told", async (_who, headers) => {
    const { ask, pdf, onDisk } = await sold();
    const answer = await ask(`${pdf}&download=1`, headers);
    expect([answer.status, await answer.text()]).toEqual([302, ""]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    });
    const link = linkOf(answer);
    expect(link.pathname).toContain(sha256(FIRST));
    expect(link.href).not.toContain("token=");
    const file = await fetch(link);
    expect([file.status, await file.text()]).toEqual([200, FIRST]);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="Premium-Pack-1.pdf"',
    });
    expect(onDisk()).toEqual([]);
  });

  test.each([
    ["the app", dest("empty")],
    ["a frame", dest("iframe")],
  ])("is sent by the shop to %s, as from disk", async (_who, headers) => {
    const { ask, pdf } = await sold();
    const answer = await ask(pdf, headers);
    expect([answer.status, await answer.text()]).toEqual([200, FIRST]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      etag: ETAG,
      "content-disposition": 'inline; filename="Premium-Pack-1.pdf"',
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "content-security-policy":
        "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'self'",
    });
    const part = { ...headers, Range: "bytes=1-3", "If-Range": ETAG };
    const ranged = await ask(pdf, part);
    expect([ranged.status, await ranged.text()]).toEqual([206, FIRST.slice(1, 4)]);
    expect((await ask(pdf, { ...part, "If-Range": '"other"' })).status).toBe(200);
    expect((await ask(pdf, { ...headers, Range: "bytes=900-" })).status).toBe(416);
    expect((await ask(pdf, { ...headers, "If-None-Match": ETAG })).status).toBe(304);
  });

  test("is sent by the shop to a browser too old to say what it wants, in its own account", async () => {
    const { shop, bare } = await sold();
    const answer = await signIn(shop, BUYER).get(bare);
    expect([answer.status, await answer.text()]).toEqual([200, FIRST]);
  });

  test("is described to HEAD by the shop itself, without fetching it", async () => {
    const { ask, pdf, onDisk } = await sold();
    const answer = await ask(pdf, {}, "HEAD");
    expect([answer.status, answer.headers.get("Location")]).toEqual([200, null]);
    expect(answer.headers.get("Content-Length")).toBe(String(FIRST.length));
    expect(onDisk()).toEqual([]);
  });

  test("is in the ZIP, which the shop sends whoever asks", async () => {
    const { ask, zip } = await sold();
    const answer = await ask(zip, dest("document"));
    expect(answer.status).toBe(200);
    const bytes = await answer.bytes();
    expect(answer.headers.get("Content-Length")).toBe(String(bytes.length));
    const texts = readZip(bytes).map((entry) => Buffer.from(entry.bytes).toString());
    expect(texts).toEqual([FIRST, SECOND]);
  });

  test("is out of reach while its bucket is, and nothing else of the shop", async () => {
    const { shop, ask, pdf, zip } = await sold({ web: realPages });
    server.stop();
    const person = { ...dest("document"), Accept: "text/html,*/*;q=0.8" };
    const page = await ask(pdf, person);
    expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(page.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect((await page.text()).replaceAll("&#x27;", "'")).toContain(filesAwayWords.text);
    for (const [path, headers] of [
      [pdf, dest("document")],
      [pdf, dest("empty")],
      [zip, {}],
    ] as const) {
      const answer = await ask(path, headers);
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "60"]);
      const { message } = (await answer.json()) as { message: string };
      expect(message).toMatch(/^The files can't be reached right now\./);
    }
    expect(shop.logged).toContainEqual(
      expect.objectContaining({ err: expect.any(Object), code: "unavailable" }),
    );
    expect(JSON.stringify(shop.logged)).not.toMatch(/S3RVER|X-Amz|Signature=/);
    expect((await ask("/api/products")).status).toBe(200);
    await server.restart();
    expect((await ask(pdf, dest("document"))).status).toBe(302);
    expect((await ask(zip)).status).toBe(200);
  });
});

describe("an upload to a bucket", () => {
  test("of a picture is shown to all, and leaves nothing on its way", async () => {
    const { shop, onDisk } = await sold();
    const admin = signInAdmin(shop);
    const bytes = PICTURES["image/png"];
    const refused = await sendFile(admin, "media", Buffer.from("<html>"));
    expect([refused.status, onDisk()]).toEqual([422, []]);
    const upload = (await (await sendFile(admin, "media", bytes)).json()) as Upload;
    expect(onDisk()).toEqual([]);
    const shown = await openBrowser(shop).get(upload.url);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });
});
