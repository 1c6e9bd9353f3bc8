import { expect, test } from "vitest";
import { products as catalogue } from "../../db/seed/catalogue.ts";
import type { Ownership, Product } from "../../server/contract/answers.ts";
import { NEUTRAL_TEXTS } from "../../server/contract/neutral-texts.ts";
import {
  type OfferChoice,
  type OfferKind,
  OFFERS_BY_NAME,
} from "../../server/contract/offer-names.ts";
import { offerOf } from "../../server/pages/offers.ts";
import { aProduct, site } from "./fixtures.ts";
import { demoClaimsIn } from "../support/demo-claims.ts";
import { expectWords, renderPage } from "./render-page.ts";

const order = {
  sessionId: "cs_test_a1B2c3D4",
  orderNumber: "T88F-N757",
  status: "paid",
  recognised: true,
  email: "jordan@gmial.com",
  mistyped: true,
} as const;
/** Returns a product of the demo's catalogue. */
function demoProduct(id: number, slug: string): Product {
  const { name, price, listPrice, features } = catalogue.find((each) => each.slug === slug)!;
  return aProduct({ id, name, price, listPrice, features: [...features] });
}

const pack = aProduct();
const dinosaurs = demoProduct(3, "dinosaur-busy-book");
const colors = demoProduct(4, "color-workbook");
const kids = demoProduct(5, "color-workbook-for-kids");

const CANCELLED = "/checkout/cancel?offer=upsell2&originalProductId=1&upsellProductId=3";
const UPSELL2 = "/upsell2?originalProductId=1&upsellProductId=3";
const DOWNSELL = "/downsell?originalProductId=1";

const owning = (held: Ownership["order"], ...owned: Ownership["owned"]) => ({
  ownership: { order: held, owned },
});

type Visit = { products?: Product[]; ownership?: Ownership; choice?: OfferChoice };

function renderOffer(url: string, visit: Visit = {}, changes = {}) {
  const { products = [pack, dinosaurs, colors, kids], ownership = owning(null).ownership } = visit;
  const { pathname, searchParams } = new URL(url, site.publicUrl);
  const kind = pathname.split("/")[1] as OfferKind;
  const upsellId = Number(searchParams.get("upsellProductId"));
  const source = { products, choice: visit.choice ?? OFFERS_BY_NAME };
  const offer = offerOf({ ...source, kind, originalId: 1, upsellId, ownership });
  const pages = { "/upsell/:id": offer, "/upsell2": offer, "/downsell": offer };
  return renderPage(url, pages, changes);
}

const wordsOf = async (url: string, visit: Visit) => (await renderOffer(url, visit)).words;

const cancelledOffer = {
  kind: "upsell2",
  originalId: 1,
  upsellId: 3,
  sessionId: undefined,
} as const;
const renderCancelled = (
  paid: Ownership["order"],
  offer: typeof cancelledOffer | undefined = cancelledOffer,
) => renderPage(CANCELLED, { "/checkout/cancel": { offer, order: paid } });

/** Matches a link to an order's page. */
const orderLink = (sessionId: string, text: string) =>
  new RegExp(`href="/checkout/success\\?sessionId=${sessionId}"[^>]*>(?:<span>)?${text}<`);

/** Returns the product ids in each checkout form. */
const sentBy = (html: string) =>
  html
    .split('action="/checkout/start"')
    .slice(1)
    .map((form) =>
      [...form.matchAll(/name="productId" value="(\d+)"/g)].map(([, id]) => Number(id)),
    );

test("a payment cancelled after a paid order names that order, and leads to it and to the offer", async () => {
  const { html, words } = await renderCancelled(order);
  const paid = "T88F-N757 is paid and safe. Nothing more was charged.";
  expectWords(words, ["No charges were made.", paid], ["What is waiting for you"]);
  expect(html).toMatch(orderLink(order.sessionId, "See my order"));
  expect(html).toMatch(
    /href="\/upsell2\?originalProductId=1&amp;upsellProductId=3"[^>]*>Back to the offer</,
  );
});

test("the cancel page knows an unpaid order, no order and no offer", async () => {
  expectWords(
    (await renderCancelled({ ...order, status: "processing" })).words,
    ["T88F-N757 is safe: its payment is being processed."],
    ["is paid"],
  );
  const waiting = "What is waiting for you";
  expectWords((await renderCancelled(null)).words, [waiting, "Back to the offer"], ["Your order"]);
  const { words } = await renderPage("/checkout/cancel");
  expectWords(words, [waiting], ["Back to the offer"]);
});

test.each([
  [true, "Is this address right\\?"],
  [false, "See my order"],
])("an offer says where the files go; mistyped (%j): %s", async (mistyped, link) => {
  const { html, words } = await renderOffer("/upsell/1", owning({ ...order, mistyped }));
  expect(words).toContain("its files are on their way to jordan@gmial.com.");
  expect(html).toMatch(orderLink(order.sessionId, link));
});

test("an offer says when waiting files are emailed", async () => {
  const held = { ...order, accessFrom: "2026-12-13T10:00:00.000Z" };
  const words = await wordsOf("/upsell/1", owning(held));
  const text = "We'll email its files to jordan@gmial.com on December 13, 2026, when the";
  expectWords(words, [`Premium Pack is paid. ${text}`], ["on their way"]);
});

test("with trackers an offer masks the email", async () => {
  const trackers = { ...site.trackers, gtmId: "GTM-TEST1" };
  const { words } = await renderOffer("/upsell/1", owning(order), { trackers });
  const masked = "its files are on their way to jo••••@gm••••.com.";
  expectWords(words, [masked, "Is this address right?"], [order.email]);
});

test("an order is called safe only when there is one", async () => {
  const none = await wordsOf("/upsell/1", owning(null));
  expectWords(none, ["Nothing has been charged."], ["Your order is safe"]);
  const paid = await wordsOf("/upsell/1", owning(order));
  expect(paid).toContain("Your order is safe. Premium Pack is paid");
  const processing = await wordsOf("/upsell/1", owning({ ...order, status: "processing" }));
  expect(processing).toContain("Your order is safe. Your payment is being processed.");
});

test("the payment of an offer returns to the offer when it is cancelled", async () => {
  const { html } = await renderOffer(UPSELL2);
  const path = CANCELLED.replaceAll("&", "&amp;");
  expect(html.split(`name="cancelRouter" value="${path}"`)).toHaveLength(3);
});

test.each([
  ["/upsell/1", ["Real value $24"]],
  [UPSELL2, ["Total value $39", "bonus certificate valued at $15"]],
  [DOWNSELL, ["Regular price $19", "53% OFF", "bonus badge valued at $10", "80 pages"]],
])("the demo's %s says its value", async (url, texts) => {
  expectWords(await wordsOf(url, {}), texts);
});

test.each(["/upsell/1", UPSELL2, DOWNSELL])(
  "%s of a shop with products of its own says nothing but what they do",
  async (url) => {
    const own = { description: "Two days of games.", features: ["40 pages"], listPrice: 1500 };
    const weekend = aProduct({ id: 9, name: "Weekend Pack", price: 900, ...own });
    const choice = { firstOfferId: 9, secondOfferId: 9, lastOfferId: 9 };
    const products = [aProduct({ name: "Garden Pack" }), weekend];
    const visit = { products, choice: { ...OFFERS_BY_NAME, ...choice } };
    const path = url.replace("&upsellProductId=3", "");
    const shop = { brand: "Lumi", supportEmail: "hi@lumi.example", texts: NEUTRAL_TEXTS };
    const { words } = await renderOffer(path, visit, { ...shop, neutral: true });
    expectWords(words, ["Weekend Pack", "Two days of games.", "40 pages", "List price $15.00"]);
    expect(demoClaimsIn(words)).toEqual([]);
  },
);

test.each([
  ["/upsell/1", "One more thing for your order"],
  [UPSELL2, "One more thing for your order"],
])("%s is titled %s", async (url, title) => {
  expect((await renderOffer(url)).title).toBe(title);
});

test("an offer without a product is titled as a failure", async () => {
  const { title } = await renderOffer(DOWNSELL, { products: [pack] });
  expect(title).toBe("Something went wrong");
});

const ownsPack = { productId: 1, sessionId: order.sessionId };
const ownsDinosaurs = { productId: 3, sessionId: "cs_test_dinosaurs" };
const ownsColors = { productId: 4, sessionId: "cs_test_colors" };

test("an owned first offer is not sold again, and leads to its order and to the downsell", async () => {
  const { html, words } = await renderOffer("/upsell/1", owning(order, ownsPack, ownsDinosaurs));
  expectWords(words, ["You already have this"], ["$12", "Yes, add it"]);
  expect(html).toMatch(orderLink(ownsDinosaurs.sessionId, "See my order"));
  expect(html).toMatch(/href="\/downsell\?originalProductId=1"[^>]*>Continue</);
});

test("an owned last offer is not sold again, and leads to its order and to the pack's order", async () => {
  const owned = owning(order, ownsPack, ownsDinosaurs, ownsColors);
  const { html, words } = await renderOffer(UPSELL2, owned);
  expectWords(words, ["You already have this"], ["payment", "To pay on", "$19"]);
  expect(sentBy(html)).toEqual([]);
  expect(html).toMatch(orderLink(ownsColors.sessionId, "See my order"));
  expect(html).toMatch(orderLink(order.sessionId, "Continue to my order"));
  const inOneOrder = owning(order, ownsPack, { ...ownsColors, sessionId: order.sessionId });
  const one = await wordsOf("/upsell2?originalProductId=1", inOneOrder);
  expectWords(one, ["See my order with the Color Workbook"], ["Continue"]);
});

test("an owned last offer leaves the rest to pay, in a form that sends only that", async () => {
  const { html, words } = await renderOffer(UPSELL2, owning(order, ownsPack, ownsColors));
  expectWords(words, [
    "You already have this",
    "Still to payDinosaur Busy Book$12To pay on the next page$12",
    "Continue to payment",
  ]);
  expect(sentBy(html)).toEqual([[1, 3]]);
});

test("a free offer does not mention a payment", async () => {
  const products = [pack, { ...colors, price: 0 }];
  const url = "/upsell2?originalProductId=1";
  const words = await wordsOf(url, { products, ...owning(order) });
  expectWords(words, ["Yes, add it to my order"], ["go to payment"]);
});

test("a missing offer can be tried again, one without its pack cannot", async () => {
  const words = await wordsOf(DOWNSELL, { ...owning(order), products: [pack] });
  expectWords(words, ["Try again", "Go to my order", "Back to Homepage"]);
  const failed = { kind: "failed", message: "No pack.", order: null, retryable: false } as const;
  const without = await renderPage("/downsell", { "/downsell": failed });
  expectWords(without.words, ["No pack.", "Back to Homepage"], ["Try again"]);
});

test("next to a paid pack a yes costs the offer, and a no nothing", async () => {
  const { html, words } = await renderOffer(DOWNSELL, owning(order, ownsPack));
  expectWords(words, [
    "If you say yesColor Workbook for Kids$9To pay on the next page$9",
    "Without it there is nothing more to pay",
  ]);
  expect(sentBy(html)).toEqual([[1, 5], [1]]);
});

test("a paid pack that is off sale blocks neither answer", async () => {
  const { html } = await renderOffer(DOWNSELL, { ...owning(order, ownsPack), products: [kids] });
  expect(sentBy(html)).toEqual([[5]]);
  expect(html).toMatch(orderLink(order.sessionId, "No, continue without it"));
});

test("without a second offer, a yes to the first starts the payment of both", async () => {
  const products = [pack, dinosaurs, kids];
  const { html, words } = await renderOffer("/upsell/1", { ...owning(order), products });
  expectWords(
    words,
    ["Extra 1 of 2", "If you say yes", "Yes, add it and go to payment", "No, thank you"],
    ["Without it"],
  );
  expect(sentBy(html)).toEqual([[1, 3]]);
  expect(html).toMatch(/href="\/downsell\?originalProductId=1"[^>]*>No, thank you</);
  const cancelled = "/checkout/cancel?offer=upsell&amp;originalProductId=1";
  expect(html).toContain(`name="cancelRouter" value="${cancelled}"`);
});

test("without a last offer, a no to the first leads to the order", async () => {
  const products = [pack, dinosaurs, colors];
  const { html, words } = await renderOffer("/upsell/1", { ...owning(order, ownsPack), products });
  expectWords(words, ["Extra 1 of 2", "Nothing is charged with this click."], ["If you say yes"]);
  expect(html).toMatch(/href="\/upsell2\?[^"]*"[^>]*>Yes, add it to my order</);
  // The server leaves out the owned pack and answers with its order.
  expect(sentBy(html)).toEqual([[1]]);
  const offSale = await renderOffer("/upsell/1", {
    ...owning(order),
    products: [dinosaurs, colors],
  });
  expect(offSale.html).toMatch(orderLink(order.sessionId, "No, thank you"));
});

test("a single offer has no number and both answers of its own", async () => {
  const visit = { ...owning(order, ownsPack), products: [pack, dinosaurs] };
  const first = await renderOffer("/upsell/1", visit);
  expectWords(first.words, ["Without it there is nothing more to pay"], ["Extra 1 of 2"]);
  expect(sentBy(first.html)).toEqual([[1, 3], [1]]);
  const owned = owning(order, ownsPack, ownsDinosaurs);
  const { words } = await renderOffer("/upsell/1", { ...visit, ...owned });
  expectWords(words, ["You already have this", "Continue to my order"], ["Yes, add it"]);
  const last = await wordsOf(DOWNSELL, { ...visit, products: [pack, kids] });
  expectWords(last, ["Color Workbook for Kids"], ["Extra 2 of 2"]);
});
