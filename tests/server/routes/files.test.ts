import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { files } from "../../../db/schema.ts";
import { pathsOf } from "../../../server/data-dir.ts";
import { sha256 } from "../../support/catalogue.ts";
import { listen } from "../../support/listen.ts";
import { readZip } from "../../support/read-zip.ts";
import { SITE } from "../../support/create-test-app.ts";
import { buy, local, openShop, PACK_CONTENTS, readDetail, type Shop } from "../../support/shop.ts";

const [FIRST = "", SECOND = ""] = PACK_CONTENTS;
const ETAG = `"${sha256(FIRST)}"`;

/** The shop behind a real server, with one pack sold. */
async function soldPack() {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const [item] = (await readDetail(shop.browser, sessionId)).products;
  return { shop, web: listen(shop), pdf: local(item?.fileUrl), zip: local(item?.downloadUrl) };
}

describe("refused", () => {
  test("whatever is not the link that was sold, with 404 and nothing of the file", async () => {
    const { web, pdf } = await soldPack();
    for (const path of [
      pdf.split("?")[0] ?? "",
      pdf.replace(/token=.*/, "token="),
      pdf.replace("token=", "Token="),
      pdf.replace("/files/1/", "/files/3/"),
      pdf.replace("/files/1/", "/files/99/"),
      pdf.replace("/files/1/", "/files/999999999999999/"),
      pdf.replace(/\/files\/1\/[^?]+/, "/files/product/2/x.zip"),
    ]) {
      const response = await web.fetch(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({
        code: "not_found",
        message: expect.stringMatching(/^This link does not open a file\./),
      });
      for (const name of ["ETag", "Content-Disposition", "Accept-Ranges"]) {
        expect(response.headers.has(name)).toBe(false);
      }
    }
  });

  test("a person who follows such a link gets a page, and still nothing of the file", async () => {
    const { web, pdf } = await soldPack();
    const headers = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const response = await web.fetch(pdf.replace("token=", "token=x"), { headers });
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(response.headers.get("Cache-Control")).toMatch(/private|no-store/);
    expect(await response.text()).not.toContain(FIRST);
    expect((await web.fetch(pdf, { headers })).headers.get("Content-Type")).toBe("application/pdf");
  });

  test("every method that changes something", async () => {
    const { web, pdf } = await soldPack();
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const response = await web.fetch(pdf, { method });
      expect([method, response.status]).toEqual([method, 404]);
      expect(await response.text()).not.toContain(FIRST);
    }
  });
});

describe("one client", () => {
  const ask = async ({ app }: Shop, path: string) => app.request(SITE + path, { method: "HEAD" });

  test("that is refused sixty times in a minute waits, with or without a file's number", async () => {
    const { shop, pdf } = await soldPack();
    for (let id = 1; id <= 60; id++) {
      expect((await ask(shop, `/files/${id}/x.pdf`)).status).toBe(404);
    }
    for (const path of ["/files/61/x.pdf", "/files/product/1/x.zip"]) {
      const refused = await ask(shop, path);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect((await ask(shop, pdf)).status).toBe(200);
  });

  test("gets a file 1,200 times in a minute, and then waits", async () => {
    const { shop, pdf } = await soldPack();
    const asked = await Promise.all(Array.from({ length: 1201 }, () => ask(shop, pdf)));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1200);
    const refused = asked.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("a whole file", () => {
  test("has the stored bytes, its SHA-256 as ETag, and headers that keep it private", async () => {
    const { web, pdf } = await soldPack();
    const response = await web.fetch(pdf);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(FIRST));
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      etag: ETAG,
      "content-type": "application/pdf",
      "content-length": String(FIRST.length),
      "content-disposition": 'inline; filename="Premium-Pack-1.pdf"',
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
      "x-frame-options": "SAMEORIGIN",
      "x-robots-tag": "noindex",
      "referrer-policy": "strict-origin",
    });
    for (const name of ["x-powered-by", "server", "set-cookie", "last-modified"]) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test("is told by HEAD with its length and no body", async () => {
    const { web, pdf } = await soldPack();
    const response = await web.fetch(pdf, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Length")).toBe(String(FIRST.length));
    expect(response.headers.get("ETag")).toBe(ETAG);
    expect(await response.text()).toBe("");
  });

  test("is saved under its name with ?download=1, and shown with any other value", async () => {
    const { web, pdf } = await soldPack();
    const kind = async (query: string) =>
      (await web.fetch(pdf + query)).headers.get("Content-Disposition")?.split(";")[0];
    expect(await kind("&download=1")).toBe("attachment");
    expect(await kind("&download=0")).toBe("inline");
  });

  test("is not sent again to whoever has it", async () => {
    const { web, pdf } = await soldPack();
    for (const asked of [ETAG, `W/${ETAG}`, `"x", ${ETAG}`, "*"]) {
      const response = await web.fetch(pdf, { headers: { "If-None-Match": asked } });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe("");
    }
    const other = await web.fetch(pdf, { headers: { "If-None-Match": '"other"' } });
    expect(other.status).toBe(200);
  });

  test("of several megabytes arrives byte for byte", async () => {
    const shop = await openShop();
    const big = "0123456789abcdef".repeat(200_000);
    const product = await shop.addProduct({ name: "Big", contents: [big] });
    const sessionId = await buy(shop, shop.browser, { products: [product] });
    const [item] = (await readDetail(shop.browser, sessionId)).products;
    const web = listen(shop);
    const whole = await (await web.fetch(local(item?.fileUrl))).arrayBuffer();
    expect(sha256(new Uint8Array(whole))).toBe(sha256(big));
    const zip = await (await web.fetch(local(item?.downloadUrl))).arrayBuffer();
    expect(readZip(new Uint8Array(zip)).map((entry) => sha256(entry.bytes))).toEqual([sha256(big)]);
  });
});

describe("a part of a file", () => {
  const size = FIRST.length;
  test("has its bytes and its place in the whole", async () => {
    const { web, pdf } = await soldPack();
    for (const [range, contentRange, body] of [
      ["bytes=0-3", `bytes 0-3/${size}`, FIRST.slice(0, 4)],
      ["bytes=5-9", `bytes 5-9/${size}`, FIRST.slice(5, 10)],
      ["bytes=-3", `bytes ${size - 3}-${size - 1}/${size}`, FIRST.slice(-3)],
      ["bytes=10-", `bytes 10-${size - 1}/${size}`, FIRST.slice(10)],
      ["bytes=0-0", `bytes 0-0/${size}`, "%"],
      ["bytes=0-99999", `bytes 0-${size - 1}/${size}`, FIRST],
    ] as const) {
      const response = await web.fetch(pdf, { headers: { Range: range } });
      expect([range, response.status]).toEqual([range, 206]);
      expect(response.headers.get("Content-Range")).toBe(contentRange);
      expect(response.headers.get("Content-Length")).toBe(String(body.length));
      expect(response.headers.get("ETag")).toBe(ETAG);
      expect(response.headers.get("Cache-Control")).toBe("private, no-store");
      expect(await response.text()).toBe(body);
    }
  });

  test("past the end is 416; several or none are the whole file", async () => {
    const { web, pdf } = await soldPack();
    for (const range of ["bytes=1000-", "bytes=99-100"]) {
      const response = await web.fetch(pdf, { headers: { Range: range } });
      expect([range, response.status]).toEqual([range, 416]);
      expect(response.headers.get("Content-Range")).toBe(`bytes */${size}`);
      expect(await response.text()).toBe("");
    }
    for (const range of ["bytes=0-1,4-5", "lines=0-3", "bytes=9-2", "bytes=a-b", "bytes"]) {
      const response = await web.fetch(pdf, { headers: { Range: range } });
      expect([range, response.status]).toEqual([range, 200]);
      expect(await response.text()).toBe(FIRST);
    }
  });

  test("is sent under If-Range only of the version it began with", async () => {
    const { web, pdf } = await soldPack();
    const ask = (ifRange: string) =>
      web.fetch(pdf, { headers: { Range: "bytes=0-3", "If-Range": ifRange } });
    expect((await ask(ETAG)).status).toBe(206);
    for (const other of [`W/${ETAG}`, '"other"', "Wed, 21 Oct 2015 07:28:00 GMT"]) {
      const response = await ask(other);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(FIRST);
    }
  });

  test("put together from pieces is the file", async () => {
    const { web, pdf } = await soldPack();
    const pieces: string[] = [];
    for (let at = 0; at < size; at += 7) {
      const headers = { Range: `bytes=${at}-${at + 6}`, "If-Range": ETAG };
      pieces.push(await (await web.fetch(pdf, { headers })).text());
    }
    expect(pieces.join("")).toBe(FIRST);
  });
});

describe("a ZIP", () => {
  test("holds every file of the product under its name, byte for byte", async () => {
    const { web, zip } = await soldPack();
    const response = await web.fetch(zip);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="Premium-Pack.zip"',
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    const entries = readZip(new Uint8Array(await response.arrayBuffer()));
    expect(entries.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ["Premium-Pack-1.pdf", FIRST],
      ["Premium-Pack-2.pdf", SECOND],
    ]);
  });

  test("keeps each paper in a folder of its own", async () => {
    const { shop, web, zip } = await soldPack();
    for (const [id, paper] of [
      [1, "a4"],
      [2, "letter"],
    ] as const) {
      shop.db.write((tx) => updateRow(tx, files, id, { paper }, { actor: "t", now: new Date(0) }));
    }
    const entries = readZip(new Uint8Array(await (await web.fetch(zip)).arrayBuffer()));
    expect(entries.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ["A4/Premium-Pack-1.pdf", FIRST],
      ["US Letter/Premium-Pack-2.pdf", SECOND],
    ]);
  });

  test("says its length, to HEAD too, so that a browser can show how far it is", async () => {
    const { web, zip } = await soldPack();
    const head = await web.fetch(zip, { method: "HEAD" });
    const answer = await web.fetch(zip);
    const { byteLength } = await answer.arrayBuffer();
    expect(head.headers.get("Content-Length")).toBe(String(byteLength));
    expect(answer.headers.get("Content-Length")).toBe(String(byteLength));
    expect(await head.text()).toBe("");
  });

  test("goes on where it broke off, also when it was made anew meanwhile", async () => {
    const { shop, web, zip } = await soldPack();
    const whole = await web.fetch(zip);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get("ETag") ?? "";
    const dataDir = join(dirname(shop.deps.files.path(sha256(FIRST))), "..");
    rmSync(pathsOf(dataDir).bundles, { recursive: true });
    const headers = { Range: "bytes=100-", "If-Range": etag };
    const rest = await web.fetch(zip, { headers });
    expect(rest.status).toBe(206);
    expect(rest.headers.get("Content-Range")).toBe(`bytes 100-${bytes.length - 1}/${bytes.length}`);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(100));
  });

  test("is not sent again to who has it, until one of its files changes", async () => {
    const { shop, web, zip } = await soldPack();
    const headers = { "If-None-Match": (await web.fetch(zip)).headers.get("ETag") ?? "" };
    expect((await web.fetch(zip, { headers })).status).toBe(304);
    const author = { actor: "t", now: new Date(0) };
    shop.db.write((tx) => updateRow(tx, files, 1, { title: "Another" }, author));
    expect((await web.fetch(zip, { headers })).status).toBe(200);
  });
});

describe.each([
  ["missing", (path: string) => rmSync(path)],
  ["cut short", (path: string) => writeFileSync(path, "%PDF")],
])("a file that is %s on the disk", (_name, damage) => {
  test("is found out within a minute by who reads it in parts", async () => {
    const { shop, web, pdf } = await soldPack();
    expect((await web.fetch(pdf)).status).toBe(200);
    damage(shop.deps.files.path(sha256(FIRST)));
    shop.clock.advance(60_000);
    expect((await web.fetch(pdf)).status).toBe(500);
  });

  test.each(["pdf", "zip"] as const)("is a fault with an id and a log line (%s)", async (kind) => {
    const { shop, web, [kind]: path } = await soldPack();
    damage(shop.deps.files.path(sha256(FIRST)));
    const response = await web.fetch(path);
    expect(response.status).toBe(500);
    const answer = (await response.json()) as Record<string, string>;
    expect(answer).toMatchObject({ code: "internal" });
    expect(JSON.stringify(answer)).not.toMatch(/ENOENT|papercub-|sha256/);
    expect(shop.logged).toContainEqual(
      expect.objectContaining({ requestId: answer["requestId"], err: expect.any(Object) }),
    );
  });
});
