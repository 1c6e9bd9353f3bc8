import { describe, expect, test, vi } from "vitest";
import { render } from "../../client/app/entry-server.tsx";
import type { PageSource } from "../../server/contract/pages.ts";
import type { Ownership } from "../../server/contract/store.ts";
import { aProduct, aSource, assets, site, wordsOf } from "./fixtures.ts";

const order = {
  sessionId: "cs_test_a1B2c3D4",
  orderNumber: "T88F-N757",
  status: "paid",
  recognised: true,
  email: "jordan@gmial.com",
} as const;
const cancelled = "/checkout/cancel?offer=upsell2&originalProductId=1&upsellProductId=3";
const offers = [
  aProduct(),
  aProduct({ id: 3, name: "Dinosaur Busy Book", price: 1200 }),
  aProduct({ id: 4, name: "Color Workbook", price: 1900 }),
];

function holding(held: Ownership["order"]): Partial<PageSource> {
  return { getOwnership: async () => ({ order: held, owned: [] }) };
}

async function renderPage(url: string, source: Partial<PageSource> = {}, report = vi.fn()) {
  const listProducts = async () => offers;
  const changed = aSource({ listProducts, ...source });
  const { html } = await render({ url, site, source: changed, assets, report });
  const words = html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<!--.*?-->|<[^>]+>/g, "")
    .replaceAll("&#x27;", "'");
  return { html, words, title: /<title>(.*?)<\/title>/.exec(html)?.[1] };
}

test("a payment cancelled beside a paid order names that order, and leads to it and to the offer", async () => {
  const getOwnership = vi.fn(async () => ({ order, owned: [] }));
  const { html, words } = await renderPage(cancelled, { getOwnership });
  expect(words).toContain("No charges were made.");
  expect(words).toContain("Your order T88F-N757 is paid and safe. Nothing more was charged.");
  expect(words).not.toContain("What is waiting for you");
  expect(html).toMatch(/href="\/checkout\/success\?sessionId=cs_test_a1B2c3D4"[^>]*>See my order</);
  expect(html).toMatch(
    /href="\/upsell2\?originalProductId=1&amp;upsellProductId=3"[^>]*>Back to the offer</,
  );
  expect(getOwnership).toHaveBeenCalledExactlyOnceWith({
    originalId: 1,
    otherIds: [],
    sessionId: undefined,
  });
});

test.each([
  ["jordan@gmial.com", "Is this address right?"],
  ["jordan@example.com", "See my order"],
])("an offer says that the files go to %s, and leads to the order: %s", async (email, link) => {
  const { html, words } = await renderPage("/upsell/1", holding({ ...order, email }));
  expect(words).toContain(`its files are on their way to ${email}.`);
  expect(html).toMatch(
    new RegExp(
      `href="/checkout/success\\?sessionId=cs_test_a1B2c3D4"[^>]*>${link.replace("?", "\\?")}<`,
    ),
  );
});

test("an offer that trackers may be on names the address by its ends", async () => {
  const source = aSource({ listProducts: async () => offers, ...holding(order) });
  const trackers = { ...site.trackers, gtmId: "GTM-TEST1" };
  const { html } = await render({ url: "/upsell/1", site: { ...site, trackers }, source, assets });
  const shown = wordsOf(html);
  expect(shown).toContain("its files are on their way to jo••••@gm••••.com.");
  expect(shown).not.toContain(order.email);
  expect(shown).toContain("Is this address right?");
});

test("an order whose payment is under way is not called paid", async () => {
  const { words } = await renderPage(cancelled, holding({ ...order, status: "processing" }));
  expect(words).toContain("T88F-N757 is safe: its payment is being processed.");
  expect(words).not.toContain("is paid");
});

test("without an order the cancelled page says what is waiting, and still knows the offer", async () => {
  const { words } = await renderPage(cancelled, holding(null));
  expect(words).toContain("What is waiting for you");
  expect(words).toContain("Back to the offer");
  expect(words).not.toContain("Your order");
});

test("a cancelled payment of no offer asks for nobody's orders", async () => {
  const getOwnership = vi.fn();
  const { words } = await renderPage("/checkout/cancel?offer=//evil.example", { getOwnership });
  expect(words).toContain("What is waiting for you");
  expect(words).not.toContain("Back to the offer");
  expect(getOwnership).not.toHaveBeenCalled();
});

test("an order that cannot be looked up is reported, and the page stands", async () => {
  const failure = new Error("the provider is down");
  const report = vi.fn();
  const source = { getOwnership: () => Promise.reject(failure) };
  const { words } = await renderPage(cancelled, source, report);
  expect(words).toContain("Payment Cancelled");
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
});

test("an offer's payment that is cancelled comes back with the offer's name", async () => {
  const { html } = await renderPage("/upsell2?originalProductId=1&upsellProductId=3");
  const cancelRouter =
    'name="cancelRouter" value="/checkout/cancel?offer=upsell2&amp;originalProductId=1&amp;upsellProductId=3"';
  expect(html.split(cancelRouter)).toHaveLength(3);
});

test("the pages say what the offers are worth, as the spec has it", async () => {
  const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900, listPrice: 1900 });
  const [pack = kids, dinosaurs = kids, colors = kids] = offers;
  const listProducts = async () => [
    pack,
    { ...dinosaurs, listPrice: 2400 },
    { ...colors, listPrice: 3900 },
    kids,
  ];
  const wordsOn = async (url: string) => (await renderPage(url, { listProducts })).words;
  expect(await wordsOn("/upsell/1")).toContain("Real value $24");
  const second = await wordsOn("/upsell2?originalProductId=1");
  for (const text of ["Total value $39", "bonus certificate valued at $15"])
    expect(second).toContain(text);
  const smaller = await wordsOn("/downsell?originalProductId=1");
  for (const text of ["Regular price $19", "53% OFF", "bonus badge valued at $10", "80 pages"])
    expect(smaller).toContain(text);
});

test.each(["/upsell/abc", "/upsell2", "/downsell"])("%s names the missing product", async (url) => {
  const { html, words } = await renderPage(url);
  expect(words).toContain("Original product ID is missing. Please go back and try again.");
  expect(html).toMatch(/href="\/"[^>]*>Back to Homepage</);
});

test("an order is called safe only where there is one", async () => {
  const without = await renderPage("/upsell/1", holding(null));
  expect(without.words).toContain("Nothing has been charged.");
  expect(without.words).not.toContain("Your order is safe");
  const paid = await renderPage("/upsell/1", holding(order));
  expect(paid.words).toContain("Your order is safe. Premium Pack is paid");
  const processing = await renderPage("/upsell/1", holding({ ...order, status: "processing" }));
  expect(processing.words).toContain("Your order is safe. Your payment is being processed.");
});

test.each([
  ["/upsell/1", "One more thing for your order"],
  ["/upsell2?originalProductId=1", "One more thing for your order"],
  ["/downsell?originalProductId=1", "Something went wrong"],
  ["/upsell2", "Something went wrong"],
  ["/upsell/abc", "Something went wrong"],
])("%s is titled %s", async (url, title) => {
  expect((await renderPage(url)).title).toBe(`${title} | Papercub`);
});

test.each(["/upsell/999", "/upsell2?originalProductId=999", "/downsell?originalProductId=999"])(
  "%s sells nothing beside a product that nobody can have",
  async (url) => {
    const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900 });
    const listProducts = async () => [...offers, kids];
    const { html, words, title } = await renderPage(url, { listProducts });
    expect(title).toBe("Something went wrong | Papercub");
    expect(words).toContain("Could not load the special offer. Please try again later.");
    expect(words).not.toContain("To pay on the next page");
    expect(words).not.toContain("your files");
    expect(html).toMatch(/href="\/"[^>]*>Back to Homepage</);
  },
);

describe("an offer that the visitor has already", () => {
  const inPackOrder = { productId: 1, sessionId: order.sessionId };
  const dinosaurs = { productId: 3, sessionId: "cs_test_dinosaurs" };
  const colors = { productId: 4, sessionId: "cs_test_colors" };
  const owning = (...owned: Ownership["owned"]): Partial<PageSource> => ({
    getOwnership: async () => ({ order: owned.includes(inPackOrder) ? order : null, owned }),
  });
  const mainOrder = (sessionId: string) =>
    new RegExp(`href="/checkout/success\\?sessionId=${sessionId}"[^>]*><span>See my order<`);

  test("is not sold on the first page, which leads to its order and on as a no does", async () => {
    const { html, words } = await renderPage("/upsell/1", owning(inPackOrder, dinosaurs));
    expect(words).toContain("You already have this");
    expect(words).not.toContain("$12");
    expect(words).not.toContain("Yes, add it");
    expect(html).toMatch(mainOrder(dinosaurs.sessionId));
    expect(html).toMatch(/href="\/downsell\?originalProductId=1"[^>]*>Continue</);
  });

  test("is not sold on the last page, which leads to its order and to the pack's files", async () => {
    const { html, words } = await renderPage(
      "/upsell2?originalProductId=1&upsellProductId=3",
      owning(inPackOrder, dinosaurs, colors),
    );
    expect(words).toContain("You already have this");
    expect(words).not.toMatch(/payment|To pay on|\$19/);
    expect(html).not.toContain('action="/checkout/start"');
    expect(html).toMatch(mainOrder(colors.sessionId));
    expect(html).toMatch(
      /href="\/checkout\/success\?sessionId=cs_test_a1B2c3D4"[^>]*>Continue to my files</,
    );
  });

  test("has one way to the files when one order holds everything", async () => {
    const both = { ...colors, sessionId: order.sessionId };
    const { words } = await renderPage("/upsell2?originalProductId=1", owning(inPackOrder, both));
    expect(words).toContain("See my order with the Color Workbook");
    expect(words).not.toContain("Continue");
  });

  test("leaves the rest of the visit to pay, in a form that sends that alone", async () => {
    const { html, words } = await renderPage(
      "/upsell2?originalProductId=1&upsellProductId=3",
      owning(inPackOrder, colors),
    );
    expect(words).toContain("You already have this");
    expect(words).toMatch(/Still to payDinosaur Busy Book\$12To pay on the next page\$12/);
    expect(words).toContain("Continue to payment");
    expect(html.split('action="/checkout/start"')).toHaveLength(2);
    expect([...html.matchAll(/name="productId" value="(\d+)"/g)].map(([, id]) => id)).toEqual([
      "1",
      "3",
    ]);
  });
});

test("an accepted extra that is owned is left out of what a yes comes to", async () => {
  const owned = [{ productId: 3, sessionId: "cs_test_dinosaurs" }];
  const { words } = await renderPage("/upsell2?originalProductId=1&upsellProductId=3", {
    getOwnership: async () => ({ order: null, owned }),
  });
  expect(words).toContain("Premium Pack$37Color Workbook$19To pay on the next page$56");
});

test("a yes that costs nothing does not speak of a payment", async () => {
  const free = aProduct({ id: 4, name: "Color Workbook", price: 0 });
  const { words } = await renderPage("/upsell2?originalProductId=1", {
    listProducts: async () => [aProduct(), free],
    ...holding(order),
  });
  expect(words).toContain("Yes, add it to my order");
  expect(words).not.toContain("go to payment");
});

test("an offer that may come another time can be asked for again, one without its pack cannot", async () => {
  const offSale = await renderPage("/downsell?originalProductId=1", holding(order));
  expect(offSale.words).toContain("Try again");
  expect(offSale.words).toContain("Go to my order");
  expect(offSale.words).toContain("Back to Homepage");
  expect((await renderPage("/downsell")).words).not.toContain("Try again");
});
