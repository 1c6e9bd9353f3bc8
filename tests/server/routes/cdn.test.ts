import { expect, test } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, DETAIL, openShop, signIn } from "../../support/shop.ts";

/** What a CDN may keep for how long. */
const FOR_HALF_A_MINUTE = "public, max-age=0, must-revalidate, s-maxage=30";

/** A shop with the real pages, a browser that has bought, and a buyer who is signed in. */
async function openPages() {
  const shop = await openShop({ web: realPages });
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const member = signIn(shop, "member@example.com");
  return { ...shop, web: realPages, sessionId, stranger: openBrowser(shop), member };
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
  for (const path of ["/api/products", ...shared]) {
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
