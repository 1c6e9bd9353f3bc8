import { expect, test } from "vitest";
import { wordsOf } from "../../client/fixtures.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { demoClaimsIn } from "../../support/demo-claims.ts";
import { realPages } from "../../support/page-desk.ts";
import { TEST_SHOP } from "../../support/settings.ts";
import { itemsOf, ordersOf } from "../../support/money.ts";
import { buy, readDetail, signIn } from "../../support/shop.ts";
import { changeSettings } from "../../support/shop-settings.ts";

const OWNER = "owner@bee.example";
const SHOP = {
  brand: "Bee Prints",
  sellerName: "Anna Bee e.K.",
  sellerAddress: "Street 1\n10115 Berlin",
  sellerCountry: "DE",
  supportEmail: "help@bee.example",
  legalReviewedOn: "2026-11-29",
};
const PICTURE = "/uploads/bees.png";
const FILES =
  "/app-shell /offline /nowhere /manifest.webmanifest /admin/manifest.webmanifest /sitemap.xml /robots.txt /api/products /api/testimonials /api/faqs /speculation-rules.json";
const STARTS = [
  ...FILES.split(" "),
  ...realPages.served.map(({ path }) => path.replace(":id", "1").replace("*", "tables")),
  "/privacy /terms /refund /imprint /accessibility /withdrawal-form".split(" "),
].flat();
/** Pages of the simulated payment provider. */
const PROVIDERS = /^\/demo\//;
const READABLE = /html|xml|manifest|json|plain/;

/** Opens a fresh shop with the owner's details, and products of which a buyer has bought some. */
async function openSold(bought: string[], others: string[] = []) {
  const env = { DEMO: "0", ...TEST_SHOP };
  const t = createTestApp({ web: realPages, hasContent: true, env });
  changeSettings(t, SHOP);
  const products: number[] = [];
  for (const [at, name] of [...bought, ...others].entries()) {
    const texts = { name, description: "Bees.", images: [PICTURE] };
    const contents = [`%PDF-1.7 ${name}`];
    products.push(await t.addProduct({ ...texts, price: 900 - 100 * at, contents }));
  }
  changeSettings(t, { isOpen: true });
  const browser = openBrowser(t);
  const sold = products.slice(0, bought.length);
  const sessionId = await buy(t, browser, { products: sold, email: OWNER });
  return { ...t, browser, sessionId, products };
}

/** Follows links from the `starts`; returns all readable answers by path, with their headers. */
async function crawl(browser: Browser, starts: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const paths = [...starts];
  for (const path of paths) {
    const url = new URL(path, SITE);
    const name = url.pathname + url.search;
    if (url.origin !== SITE || found.has(name) || PROVIDERS.test(name)) continue;
    const answer = await browser.get(name);
    const head = JSON.stringify([...answer.headers]);
    const isReadable = READABLE.test(answer.headers.get("Content-Type") ?? "");
    const text = isReadable ? await answer.text() : "";
    found.set(name, head + text);
    const links = text.matchAll(/(?:href|action|content)="((?:\/|http)[^"#]+)|<loc>([^<]+)/g);
    for (const [, href, location] of links)
      paths.push((href ?? location ?? "").replaceAll("&amp;", "&"));
  }
  return found;
}

/** Lists the claims about the demo in texts and in their paths or subjects. */
function claimsIn(texts: Iterable<[string, string]>): string[][] {
  return [...texts].flatMap(([name, text]) => {
    const claims = demoClaimsIn(`${name} ${text}`);
    return claims.length > 0 ? [[name, ...claims]] : [];
  });
}

test("a fresh shop with its own product says nothing of the demo on any page or mail", async () => {
  const t = await openSold(["Weekend Pack"]);
  const success = `/checkout/success?sessionId=${t.sessionId}&plain=1`;
  const buyer = signIn(t, OWNER);
  const served = new Map([
    ...(await crawl(t.browser, [...STARTS, success])),
    ...(await crawl(buyer, ["/account", success])),
  ]);
  expect(claimsIn(served)).toEqual([]);
  for (const path of ["/imprint", "/withdrawal-form", "/manifest.webmanifest", "/withdraw"])
    expect([path, served.get(path)]).toEqual([path, expect.stringContaining("Bee")]);
  const paths = [...served.keys()];
  for (const path of [/^\/products\//, /^\/account\/orders\//, /^\/files\/\d+\/.*\.pdf/])
    expect(paths.filter((name) => path.test(name))).not.toEqual([]);
  const page = served.get("/products/weekend-pack");
  expect(page).toContain(`property="og:image" content="${SITE}${PICTURE}"`);
  expect(page).toContain('property="og:image:alt" content="Weekend Pack"');
  expect(served.get("/")).not.toContain("og:image");

  const contact = { formId: "contact_form", name: "Ali", email: "ali@b.example" };
  await t.browser.post("/api/forms/submit", { ...contact, subject: "", message: "Hello, hello!" });
  await t.browser.post("/api/send-otp", { email: OWNER });
  await t.settle();
  const mails = t.mails.map((mail): [string, string] => [mail.subject, JSON.stringify(mail)]);
  expect(mails.length).toBeGreaterThanOrEqual(3);
  expect(claimsIn(mails)).toEqual([]);
});

test("nor do the sections that the owner shows without changing them", async () => {
  const t = await openSold(["Weekend Pack"]);
  changeSettings(t, { sections: "", showTrustClaim: true });
  const words = wordsOf(await (await t.browser.get("/")).text());
  expect(words).toMatch(/Problem 1.*Reason 4.*Topic 6.*Product 5.*Something extra/s);
  expect(demoClaimsIn(words)).toEqual([]);
});

/** Opens a sold shop with its own product for each of the three offers. */
async function openWithOffers() {
  const t = await openSold(["Weekend Pack"], ["Bee Songs", "Bee Masks", "Bee Stickers"]);
  const [original, first, second, last] = t.products;
  changeSettings(t, { firstOfferId: first, secondOfferId: second, lastOfferId: last });
  return { ...t, original, first };
}

/** Returns the element of a page with this text, in the order of the page. */
const elementOf = (html: string, tag: "a" | "form", text: string) =>
  html.match(new RegExp(`<${tag} .*?</${tag}>`, "gs"))?.find((each) => each.includes(text)) ?? "";

const inHtml = (value: string) => value.replaceAll("&amp;", "&");

/** Starts the checkout of the page's form with this button; returns the session's id. */
async function start(browser: Browser, html: string, button: string): Promise<string> {
  const inputs = elementOf(html, "form", button).matchAll(/name="(\w+)" value="([^"]*)"/g);
  const body = new URLSearchParams();
  for (const [, name = "", value = ""] of inputs) body.append(name, inHtml(value));
  const headers = { Origin: SITE };
  const answer = await browser.send("/checkout/start", { method: "POST", headers, body });
  return /cs_\w+/.exec(answer.headers.get("Location") ?? "")?.[0] ?? "";
}

test.each([
  ["yes and no: the first is paid", "Yes, add it to my order", "No, continue without it", 1],
  ["no and yes: the last is paid", "No, thank you", "Yes, add it and go to payment", 3],
] as const)("the buyer of its own products answers %s", async (_name, first, next, paid) => {
  const t = await openWithOffers();
  const at = `/upsell/${t.original}?sessionId=${t.sessionId}`;
  const page = await (await t.browser.get(at)).text();
  const href = /href="([^"]*)"/.exec(elementOf(page, "a", first))?.[1] ?? "";
  const nextPage = await (await t.browser.get(inHtml(href))).text();
  expect(
    claimsIn([
      [at, page],
      [href, nextPage],
    ]),
  ).toEqual([]);
  const sessionId = await start(t.browser, nextPage, next);
  await t.simulator.control.pay(sessionId);
  // Fulfils the order, because this shop has no webhook.
  const { products } = await readDetail(t.browser, sessionId);
  const price = 900 - 100 * paid;
  expect(ordersOf(t).map(({ status, totalAmount }) => [status, totalAmount])).toEqual([
    ["paid", 900],
    ["paid", price],
  ]);
  expect(itemsOf(t).map((item) => [item.productId, item.price, item.grantedAt !== null])).toEqual([
    [t.original, 900, true],
    [t.products[paid], price, true],
  ]);
  expect(products.map(({ files }) => files.length)).toEqual([1]);
});

test("nor do the three offers of its own products", async () => {
  const t = await openWithOffers();
  const { original, first } = t;
  const query = `originalProductId=${original}`;
  const paths = [
    `/upsell/${original}`,
    `/upsell2?${query}&upsellProductId=${first}`,
    `/downsell?${query}`,
  ];
  const served = await crawl(t.browser, paths);
  expect(claimsIn(served)).toEqual([]);
  const names = ["Bee Songs", "Bee Masks", "Bee Stickers"];
  for (const [at, path] of paths.entries())
    expect([path, served.get(path)]).toEqual([path, expect.stringContaining(`${names[at]}?`)]);
});
