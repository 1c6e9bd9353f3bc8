import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { BuiltClient } from "../../../server/http/built-client.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, openShop } from "../../support/shop.ts";

const pagesBy = (render: BuiltClient["render"]): BuiltClient => ({ ...realPages, render });

const ALL = { "Accept-Encoding": "gzip, deflate, br" };

test("a client's twenty-first page at once is refused with a page that asks for patience", async () => {
  const held = Promise.withResolvers<void>();
  const { app } = await openShop({
    web: pagesBy(async (request) => {
      if (request.turn) await held.promise;
      return realPages.render(request);
    }),
  });
  const pages = Array.from({ length: 20 }, () => app.request(`${SITE}/upsell/1`));
  const refused = await app.request(`${SITE}/upsell/1`);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("2");
  expect(refused.headers.get("Cache-Control")).toBe("no-store");
  const html = await refused.text();
  expect(html).toContain("One moment, please");
  expect(html).toContain("</html>");
  expect(html).not.toContain('<script type="module"');
  // The result of a posted form is shown even if the client is over its page limit.
  const form = app.request(`${SITE}/contact`, { method: "POST", body: new URLSearchParams() });
  held.resolve();
  expect((await form).status).toBe(422);
  const answers = await Promise.all(pages);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await app.request(`${SITE}/upsell/1`)).status).toBe(200);
});

test("a refusal comes behind what its client waits for already", async () => {
  let turns = 0;
  const web = pagesBy(({ turn, ...request }) =>
    realPages.render({ ...request, turn: async () => void (await turn?.(), (turns += 1)) }),
  );
  const { app } = await openShop({ web });
  const pages = Array.from({ length: 20 }, () => app.request(`${SITE}/upsell/1`));
  expect((await app.request(`${SITE}/upsell/1`)).status).toBe(429);
  expect(turns).toBeGreaterThanOrEqual(20);
  await Promise.all(pages);
});

test("addresses without a page have one document, drawn once; links to files have another", async () => {
  const drawn: string[] = [];
  const web = pagesBy(async (request) => {
    const page = await realPages.render(request);
    if (page.html !== "") drawn.push(request.url);
    return page;
  });
  const { app } = createTestApp({ web });
  const read = async (path: string) => {
    const answer = await app.request(SITE + path, { headers: { Accept: "text/html", ...ALL } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'self'");
    return brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString();
  };
  const page = await read("/nowhere?x=1");
  expect(page).toContain("but this page isn&#x27;t here.");
  expect(page).not.toContain("canonical");
  expect(await read("/upsell")).toBe(page);
  expect(await read("/files/7/month-1.pdf")).toContain("This file link no longer works");
  await read("/files/8/month-2.pdf");
  expect(drawn).toHaveLength(2);
  const plain = await app.request(`${SITE}/nowhere`, { headers: { "If-None-Match": "*" } });
  expect([plain.status, await plain.text()]).toEqual([404, page]);
});

/** Opens the real pages; `ask` requests without compression, `browse` accepts all encodings. */
async function openPages() {
  const shop = await openShop({ web: realPages, hasContent: true });
  const ask = (path: string, headers = {}) => shop.app.request(SITE + path, { headers });
  return { shop, ask, browse: (path: string, more = {}) => ask(path, { ...ALL, ...more }) };
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
  // Pages with personal content are never compressed (BREACH).
  if (encoding === null) return;
  const bytes = Buffer.from(await response.arrayBuffer());
  const html = decoders[encoding](bytes).toString();
  expect(html).toContain("</html>");
  expect(html).toHaveLength((await plain.text()).length);
  for (const { headers } of [plain, response]) expect(headers.get("Vary")).toBe("Accept-Encoding");
  // Prerendered pages have an ETag and are not sent again to clients that have them.
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
