import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { SITE } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, openShop } from "../../support/shop.ts";

const openPages = () => openShop({ web: realPages });
const ALL = { "Accept-Encoding": "gzip, deflate, br" };

describe("not compressed", () => {
  test("a page for a client that cannot read it", async () => {
    const { app } = await openPages();
    for (const path of ["/contact", "/privacy"]) {
      const response = await app.request(SITE + path);
      expect(response.headers.get("Content-Encoding")).toBeNull();
      expect(response.headers.get("Vary")).toBe("Accept-Encoding");
      expect(await response.text()).toContain("</html>");
    }
  });

  test.each(["/login", "/orders/find"])("%s, which is its visitor's own", async (path) => {
    const { app } = await openPages();
    const response = await app.request(SITE + path, { headers: ALL });
    expect(response.headers.get("Content-Encoding")).toBeNull();
  });

  test("an order's page, whose links open files", async () => {
    const shop = await openPages();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    const path = `/checkout/success?sessionId=${sessionId}&plain=1`;
    const response = await shop.app.request(SITE + path, { headers: ALL });
    expect(response.headers.get("Content-Encoding")).toBeNull();
    expect(await response.text()).toContain("token=");
  });
});

test.each(["/", "/privacy", "/terms", "/refund"])(
  "%s is prepared, and not sent again to who has it",
  async (path) => {
    const { app } = await openPages();
    const plain = await (await app.request(SITE + path)).text();
    const response = await app.request(SITE + path, { headers: ALL });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Encoding")).toBe("br");
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(brotliDecompressSync(bytes).toString()).toBe(plain);
    const etag = response.headers.get("ETag") ?? "";
    const again = await app.request(SITE + path, { headers: { ...ALL, "If-None-Match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  },
);

test.each(["/contact", "/checkout/error"])("%s is compressed", async (path) => {
  const { app } = await openPages();
  const plain = await (await app.request(SITE + path)).text();
  const response = await app.request(SITE + path, { headers: ALL });
  expect(response.headers.get("Content-Encoding")).toBe("gzip");
  expect(response.headers.get("Vary")).toBe("Accept-Encoding");
  const html = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  expect(html.length).toBe(plain.length);
  expect(html).toContain("</html>");
});
