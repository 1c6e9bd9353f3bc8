import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { loadStatics } from "../../../server/http/built-client.ts";
import { openBrowser } from "../../support/browser.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, DETAIL, openShop, signIn } from "../../support/shop.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

/** Expected Cache-Control values: how long a CDN may cache a response. */
const FOR_GOOD = "public, max-age=31536000, immutable";
const FOR_AN_HOUR = "public, max-age=3600";
const FOR_HALF_A_MINUTE = "public, max-age=0, must-revalidate, s-maxage=30";

const PICTURES = "/pictures/0123456789";
const STATICS: [path: string, caching: string][] = [
  ["/assets/page-a1b2c3.js", FOR_GOOD],
  [`${PICTURES}/pack-640.avif`, FOR_GOOD],
  [`${PICTURES}/pack-640.webp`, FOR_GOOD],
  // Names without a hash, which products, mails, browsers and other sites link to.
  ["/pictures/icon-32.png", FOR_AN_HOUR],
  ["/pictures/open-graph.jpg", FOR_AN_HOUR],
  ["/favicon.svg", FOR_AN_HOUR],
  ["/assets.txt", FOR_AN_HOUR],
  ["/pictures/0123456789.txt", FOR_AN_HOUR],
];

/** Opens a shop with the real pages and `STATICS`, a buyer's browser and a signed-in member. */
async function openPages() {
  const directory = temporaryFolder();
  for (const [path] of STATICS) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), `the bytes of ${path}`);
  }
  const web = { ...realPages, statics: await loadStatics(directory) };
  const shop = await openShop({ web });
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const member = signIn(shop, "member@example.com");
  return { ...shop, web, sessionId, stranger: openBrowser(shop), member };
}

const cachingOf = ({ headers }: Response) => headers.get("Cache-Control") ?? "";

test("nothing that was made for one visitor may be kept by a CDN", async () => {
  const { web, sessionId, browser, member, stranger } = await openPages();
  const shared = new Set(web.served.filter((page) => page.shared).map(({ path }) => path));
  expect(shared).toContain("/");
  const own = web.served
    .map(({ path }) => path.replace(/:\w+/, "1"))
    .filter((path) => !shared.has(path));
  expect(own.length).toBeGreaterThan(10);
  const calls = [
    `${DETAIL}?sessionId=${sessionId}`,
    "/api/users/me",
    "/api/none",
    "/files/1/a.pdf",
  ];
  for (const path of [
    ...own,
    ...calls,
    "/app-shell",
    "/none",
    `/checkout/success?sessionId=${sessionId}`,
  ])
    for (const visitor of [browser, member, stranger]) {
      const caching = cachingOf(await visitor.get(path));
      expect([path, caching]).toEqual([path, expect.not.stringMatching(/public|s-maxage|^$/)]);
    }
});

test("what all visitors share is the same for all of them, and half a minute old at most", async () => {
  const { web, browser, member, stranger } = await openPages();
  const shared = web.served.filter((page) => page.shared).map(({ path }) => path);
  for (const path of ["/api/products", "/api/products?x=1", ...shared]) {
    const first = await stranger.get(path, { "Accept-Encoding": "br" });
    expect([path, cachingOf(first)]).toEqual([path, FOR_HALF_A_MINUTE]);
    expect(first.headers.get("Vary")).toBe("Accept-Encoding");
    const etag = first.headers.get("ETag") ?? "";
    const text = await first.text();
    for (const visitor of [browser, member]) {
      const answer = await visitor.get(path, { "Accept-Encoding": "br" });
      expect([...answer.headers]).toEqual([...first.headers]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await answer.text()).toBe(text);
    }
    const again = await stranger.get(path, { "Accept-Encoding": "br", "If-None-Match": etag });
    expect([again.status, cachingOf(again)]).toEqual([304, FOR_HALF_A_MINUTE]);
  }
});

test("files are kept as long as their names stand for the same bytes", async () => {
  const { stranger } = await openPages();
  for (const [path, caching] of STATICS) {
    const answer = await stranger.get(path);
    expect([path, answer.status, cachingOf(answer)]).toEqual([path, 200, caching]);
    expect(await answer.text()).toBe(`the bytes of ${path}`);
  }
});

test("a picture is found by its name alone, and by one that a build before has given it", async () => {
  const { stranger } = await openPages();
  const named = await stranger.get("/pictures/pack-640.webp");
  expect([named.status, cachingOf(named)]).toEqual([200, FOR_AN_HOUR]);
  expect(await named.text()).toBe(`the bytes of ${PICTURES}/pack-640.webp`);
  expect(named.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  const before = await stranger.get("/pictures/fedcba9876/pack-640.avif");
  expect([before.status, before.headers.get("Location")]).toEqual([302, "/pictures/pack-640.avif"]);
  expect((await stranger.get("/pictures/pack-640.avif")).status).toBe(200);
  expect((await stranger.get("/pictures/fedcba9876/none-640.avif")).status).toBe(404);
});
