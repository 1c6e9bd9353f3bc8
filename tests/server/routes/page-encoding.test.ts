import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { SITE } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, openShop } from "../../support/shop.ts";

/** What a browser is answered, and a client that cannot read what is compressed. */
async function openPages() {
  const shop = await openShop({ web: realPages });
  const ask = (path: string, headers = {}) => shop.app.request(SITE + path, { headers });
  const all = { "Accept-Encoding": "gzip, deflate, br" };
  return { shop, ask, browse: (path: string, more = {}) => ask(path, { ...all, ...more }) };
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ["/login", null],
  ["/orders/find", null],
  ["/", "br"],
  ["/privacy", "br"],
  ["/terms", "br"],
  ["/refund", "br"],
  ["/contact", "gzip"],
  ["/checkout/error", "gzip"],
] as const)("%s is compressed as %s for who can read it", async (path, encoding) => {
  const { ask, browse } = await openPages();
  const plain = await ask(path);
  expect(plain.headers.get("Content-Encoding")).toBeNull();
  const response = await browse(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Encoding")).toBe(encoding);
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src");
  // What is its visitor's own is never compressed.
  if (encoding === null) return;
  const bytes = Buffer.from(await response.arrayBuffer());
  const html = decoders[encoding](bytes).toString();
  expect(html).toContain("</html>");
  expect(html).toHaveLength((await plain.text()).length);
  for (const { headers } of [plain, response]) expect(headers.get("Vary")).toBe("Accept-Encoding");
  // A page that is prepared is not sent again to who has it.
  if (encoding !== "br") return;
  const again = await browse(path, { "If-None-Match": response.headers.get("ETag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("an order's page, whose links open files, is not compressed", async () => {
  const { shop, browse } = await openPages();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const response = await browse(`/checkout/success?sessionId=${sessionId}&plain=1`);
  expect(response.headers.get("Content-Encoding")).toBeNull();
  expect(await response.text()).toContain("token=");
});
