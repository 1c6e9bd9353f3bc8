import { describe, expect, test } from "vitest";
import { orders, users } from "../../../db/schema.ts";
import { visits } from "../../../db/stats-schema.ts";
import { checkoutBody } from "../../support/browser.ts";
import { SITE, type TestApp } from "../../support/create-test-app.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { buy, signIn } from "../../support/shop.ts";
import * as agents from "../../support/user-agents.ts";
import { ARRIVAL, CALL, DAY, open, openPages, viewOf, visitsOf } from "../../support/visits.ts";

const REFUSED: [what: string, path: string, init: RequestInit, agent?: string][] = [
  ["a bot", "/", {}, agents.GOOGLEBOT],
  ["a browser without a window", "/", {}, agents.DESKTOP.replace("Firefox", "HeadlessChrome")],
  ["a program", "/", {}, "curl/8.5.0"],
  ["no user agent", "/", {}, ""],
  ["a HEAD request", "/", { method: "HEAD" }],
  ["a prefetch", "/", { headers: { "Sec-Purpose": "prefetch" } }],
  ["a prefetch of an old browser", "/", { headers: { Purpose: "prefetch" } }],
  ["a script", "/", { headers: { "Sec-Fetch-Mode": "cors" } }],
  ["an unknown page", "/none", {}],
  ["an unknown product", "/products/none", {}],
  ["a redirect", "/pricing", {}],
  ["the admin", "/admin", {}],
  ["the account", "/account", {}],
  ["a receipt", "/account/orders/1", {}],
  ["data", "/api/products", {}],
  ["the shell of the app", "/app-shell", {}],
];

test("bots, programs and other requests are not counted", async () => {
  const t = await openPages();
  for (const [what, path, init, agent] of REFUSED) {
    await open(t, agent).send(path, init);
    // The second answer comes from the cache.
    await open(t, agent).send(path, init);
    expect(visitsOf(t), what).toEqual([]);
  }
});

test("visits of a closed shop are not counted", async () => {
  const t = await openPages();
  changeSettings(t, { isOpen: false });
  await open(t).get("/");
  await open(t).post(CALL, { step: "pricing", path: "/", ...ARRIVAL });
  expect(visitsOf(t)).toEqual([]);
});

test("visits of administrators are not counted, those of customers with an account are", async () => {
  const t = await openPages();
  const owner = signIn(t, "owner@example.com");
  t.db.update(users).set({ isAdmin: true }).run();
  const member = signIn(t, "member@example.com");
  for (const { cookies } of [owner, member]) {
    const browser = open(t);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await browser.get("/");
    await browser.post(CALL, { step: "pricing", path: "/", ...ARRIVAL });
  }
  expect(visitsOf(t)).toEqual([viewOf("/"), { ...viewOf("/"), step: "pricing" }]);
});

const COUNTED: [path: string, headers: Record<string, string>, row: object, agent?: string][] = [
  ["/", {}, viewOf("/")],
  ["/", { "Sec-Fetch-Mode": "navigate" }, viewOf("/", { device: "phone" }), agents.PHONE],
  ["/", {}, viewOf("/", { device: "phone" }), agents.IPHONE],
  ["/contact", {}, viewOf("/contact", { device: "tablet" }), agents.IPAD],
  ["/contact", {}, viewOf("/contact", { device: "tablet" }), agents.ANDROID_TABLET],
  ["/upsell/7", {}, viewOf("/upsell")],
  ["/privacy", {}, viewOf("/privacy")],
  ["/products/premium-pack?buy", {}, viewOf("/products/premium-pack")],
  ["/", { Referer: `${SITE}/contact` }, viewOf("/")],
  ["/", { Referer: "https://checkout.stripe.com/c/pay/cs_1" }, viewOf("/")],
  ["/", { Referer: "no address" }, viewOf("/")],
  [
    "/",
    { Referer: "https://www.Pinterest.com:8443/pin/1" },
    viewOf("/", { referrer: "pinterest.com" }),
  ],
  [
    "/?utm_source=%20News%0aLetter&utm_campaign=Spring&utm_medium=mail",
    { Referer: "https://mail.example/inbox" },
    viewOf("/", { referrer: "mail.example", utmSource: "newsletter", utmCampaign: "spring" }),
  ],
  [
    "/?utm_source=Zu%CC%88rich&utm_campaign=e%CC%81te%CC%81",
    {},
    viewOf("/", { utmSource: "z\u00fcrich", utmCampaign: "\u00e9t\u00e9" }),
  ],
  [`/?utm_source=${"x".repeat(5000)}`, {}, viewOf("/", { utmSource: "x".repeat(100) })],
  ["/?utm_source=a&other=1", { "Sec-GPC": "1", Referer: "https://a.example/" }, viewOf("/")],
  ["/?utm_source=a", { DNT: "1", Referer: "https://a.example/" }, viewOf("/")],
];

test("a page view is counted by day, path, source and device", async () => {
  const t = await openPages();
  for (const [path, headers, row, agent] of COUNTED) {
    const { status } = await open(t, agent).get(path, headers);
    const what = JSON.stringify([path, headers, agent]);
    expect(status, what).toBe(200);
    expect(visitsOf(t), what).toEqual([row]);
    t.db.delete(visits).run();
  }
});

test("a page answered with 304 is counted, and counts are added to stored ones", async () => {
  const t = await openPages();
  const browser = open(t);
  const etag = (await browser.get("/")).headers.get("ETag") ?? "";
  expect(visitsOf(t)).toEqual([viewOf("/")]);
  expect((await browser.get("/", { "If-None-Match": etag })).status).toBe(304);
  expect(visitsOf(t)).toEqual([viewOf("/", { count: 2 })]);
  expect(visitsOf(t)).toEqual([viewOf("/", { count: 2 })]);
});

test("counts stay in memory while the database is read-only", async () => {
  const t = await openPages();
  await open(t).get("/");
  t.db.sqlite.pragma("query_only = ON");
  expect(visitsOf(t)).toEqual([]);
  t.db.sqlite.pragma("query_only = OFF");
  expect(visitsOf(t)).toEqual([viewOf("/")]);
});

test("a day ends at midnight in the shop's time zone", async () => {
  const t = await openPages();
  changeSettings(t, { timeZone: "Pacific/Auckland" });
  const browser = open(t);
  // 10:00 UTC is 23:00 in Auckland.
  await browser.get("/");
  t.clock.advance(3_599_999);
  await browser.get("/");
  t.clock.advance(1);
  await browser.get("/");
  expect(visitsOf(t)).toEqual([
    viewOf("/", { day: "2026-11-21", count: 2 }),
    viewOf("/", { day: "2026-11-22" }),
  ]);
});

describe("steps that only the browser sees", () => {
  const REFUSED_STEPS: [
    what: string,
    body: unknown,
    status: number,
    headers?: Record<string, string>,
  ][] = [
    ["no JSON", "{", 400],
    ["another step", { step: "checkout", path: "/", ...ARRIVAL }, 422],
    ["no path", { step: "page", ...ARRIVAL }, 422],
    ["a huge query", { step: "page", path: "/", referrer: "", query: "x".repeat(5000) }, 422],
    ["an unknown page", { step: "page", path: "/none", ...ARRIVAL }, 204],
    ["two slashes", { step: "page", path: "//x", ...ARRIVAL }, 204],
    ["below a page", { step: "page", path: "/login/nothing", ...ARRIVAL }, 204],
    ["a number below a page", { step: "page", path: "/login/7", ...ARRIVAL }, 204],
    ["no product", { step: "page", path: "/upsell/nothing", ...ARRIVAL }, 204],
    ["the account", { step: "page", path: "/account", ...ARRIVAL }, 204],
    ["prices elsewhere", { step: "pricing", path: "/contact", ...ARRIVAL }, 204],
    ["an answer elsewhere", { step: "accepted", path: "/", ...ARRIVAL }, 204],
    ["another site", { step: "page", path: "/", ...ARRIVAL }, 403, { Origin: "https://x.example" }],
  ];

  test("wrong steps are not counted", async () => {
    const t = await openPages();
    for (const [what, body, status, headers] of REFUSED_STEPS) {
      expect((await open(t).post(CALL, body, headers)).status, what).toBe(status);
      expect(visitsOf(t), what).toEqual([]);
    }
    await open(t, agents.GOOGLEBOT).post(CALL, { step: "page", path: "/", ...ARRIVAL });
    expect(visitsOf(t)).toEqual([]);
  });

  test("steps are counted with the source of their document", async () => {
    const t = await openPages();
    const arrival = { referrer: "https://blog.example/a", query: "?utm_campaign=x" };
    for (const [step, path] of [
      ["page", "/upsell2"],
      ["pricing", "/"],
      ["accepted", "/upsell/7"],
      ["declined", "/downsell"],
    ]) {
      const answer = await open(t).post(CALL, { step, path, ...arrival });
      expect([answer.status, await answer.text()]).toEqual([204, ""]);
    }
    const source = { referrer: "blog.example", utmCampaign: "x", ...DAY };
    expect(visitsOf(t)).toEqual([
      { step: "accepted", path: "/upsell", ...source },
      { step: "declined", path: "/downsell", ...source },
      { step: "page", path: "/upsell2", ...source },
      { step: "pricing", path: "/", ...source },
    ]);
  });
});

describe("checkouts and orders", () => {
  const FROM_BLOG = { referrer: "https://blog.example/post", query: "?utm_source=news" };
  const sourcesOf = (t: TestApp) => {
    const { referrer, utmSource, utmCampaign } = orders;
    return t.db.select({ referrer, utmSource, utmCampaign }).from(orders).all();
  };
  const NONE = { referrer: null, utmSource: null, utmCampaign: null };
  const BLOG = { referrer: "blog.example", utmSource: "news", utmCampaign: null };

  test.each<[what: string, source: unknown, headers: Record<string, string>, stored: object]>([
    ["no source", undefined, {}, NONE],
    ["a broken source", { referrer: 1 }, {}, NONE],
    ["a source with GPC", FROM_BLOG, { "Sec-GPC": "1" }, NONE],
    ["a source", FROM_BLOG, {}, BLOG],
  ])("%s never refuses a checkout", async (_what, source, headers, stored) => {
    const t = await openPages();
    const body = { ...checkoutBody([t.pack]), source };
    const { status } = await open(t).post("/api/create-checkout-session", body, headers);
    expect(status).toBe(200);
    expect(sourcesOf(t)).toEqual([stored]);
    const { referrer, utmSource } = stored as typeof BLOG;
    const known = referrer && { referrer, utmSource };
    expect(visitsOf(t)).toEqual([{ step: "checkout", path: "/", ...DAY, ...known }]);
  });

  test("a second click opens the same checkout, and is counted once", async () => {
    const t = await openPages();
    const browser = open(t);
    for (const query of ["?utm_source=a", "?utm_source=b"]) {
      const source = { referrer: "", query };
      await browser.post("/api/create-checkout-session", { ...checkoutBody([t.pack]), source });
    }
    expect(visitsOf(t)).toEqual([{ step: "checkout", path: "/", utmSource: "a", ...DAY }]);
  });

  test("offers after the payment have the source of the paid order", async () => {
    const t = await openPages();
    const workbook = await t.addProduct({ name: "Color Workbook", price: 900, contents: ["c"] });
    const browser = open(t);
    const start = (productIds: number[], cancelRouter: string, source?: object) =>
      browser.post("/api/create-checkout-session", {
        ...checkoutBody(productIds),
        cancelRouter,
        source,
      });
    const first = await start([t.pack], "/checkout/cancel", FROM_BLOG);
    const { sessionId } = (await first.json()) as { sessionId: string };
    await t.simulator.control.pay(sessionId);
    await t.settle();
    await browser.get(`/upsell/${t.pack}?sessionId=${sessionId}`, {
      Referer: "https://pay.shop.example/",
    });
    const offer = `/checkout/cancel?offer=upsell2&originalProductId=${t.pack}`;
    await start([t.book, workbook], offer, {
      referrer: "",
      query: `?sessionId=${sessionId}`,
    });
    // A form without script has no source. No checkout opens for the pack, which the buyer owns.
    for (const productId of [t.book, t.pack]) {
      await browser.postForm("/checkout/start", {
        productId: String(productId),
        successRouter: "/checkout/success",
        cancelRouter: offer.replace("upsell2", "downsell"),
      });
    }
    const source = { referrer: "blog.example", utmSource: "news", ...DAY };
    expect(visitsOf(t)).toEqual([
      { step: "accepted", path: "/upsell2", ...source },
      { step: "checkout", path: "/", ...source },
      { step: "checkout", path: "/downsell", ...source },
      { step: "checkout", path: "/upsell2", ...source },
      { step: "declined", path: "/downsell", ...source, count: 2 },
      viewOf("/upsell", source),
    ]);
    expect(sourcesOf(t)).toEqual([BLOG, BLOG, BLOG]);
  });

  test("a yes that starts the checkout counts for the chosen product of the first offer", async () => {
    const t = await openPages();
    const first = await t.addProduct({ name: "Garden Pack", price: 900, contents: ["g"] });
    changeSettings(t, { firstOfferId: first });
    const cancelRouter = `/checkout/cancel?offer=upsell&originalProductId=${t.pack}`;
    for (const ids of [[t.pack, first], [t.pack]]) {
      const body = { ...checkoutBody(ids), cancelRouter };
      await open(t).post("/api/create-checkout-session", body);
    }
    expect(visitsOf(t)).toEqual([
      { step: "accepted", path: "/upsell", ...DAY },
      { step: "checkout", path: "/upsell", ...DAY, count: 2 },
      { step: "declined", path: "/upsell", ...DAY },
    ]);
  });

  test("an order a day later does not inherit the source of the last one", async () => {
    const t = await openPages();
    const browser = open(t);
    const body = { ...checkoutBody([t.pack]), source: FROM_BLOG };
    await browser.post("/api/create-checkout-session", body);
    t.clock.advance(24 * 3_600_000 + 1);
    await buy(t, browser, { products: [t.book] });
    expect(sourcesOf(t)).toEqual([BLOG, NONE]);
  });
});
