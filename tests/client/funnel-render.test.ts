import { describe, expect, test, vi } from "vitest";
import type { PageSource } from "../../server/contract/pages.ts";
import type { Ownership } from "../../server/contract/answers.ts";
import { aProduct, site } from "./fixtures.ts";
import { expectWords, renderPage } from "./render-page.ts";

const order = {
  sessionId: "cs_test_a1B2c3D4",
  orderNumber: "T88F-N757",
  status: "paid",
  recognised: true,
  email: "jordan@gmial.com",
  mistyped: true,
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

const renderOffer = (url: string, source: Partial<PageSource> = {}, changes = {}) =>
  renderPage(url, { listProducts: async () => offers, ...source }, changes);

test("a payment cancelled beside a paid order names that order, and leads to it and to the offer", async () => {
  const getOwnership = vi.fn(async () => ({ order, owned: [] }));
  const { html, words } = await renderOffer(cancelled, { getOwnership });
  expectWords(
    words,
    ["No charges were made.", "T88F-N757 is paid and safe. Nothing more was charged."],
    ["What is waiting for you"],
  );
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
  [true, "Is this address right?"],
  [false, "See my order"],
])(
  "an offer says where the files go, mistyped (%j) or not, and leads to the order: %s",
  async (mistyped, link) => {
    const { html, words } = await renderOffer("/upsell/1", holding({ ...order, mistyped }));
    expect(words).toContain("its files are on their way to jordan@gmial.com.");
    expect(html).toMatch(
      new RegExp(
        `href="/checkout/success\\?sessionId=cs_test_a1B2c3D4"[^>]*>${link.replace("?", "\\?")}<`,
      ),
    );
  },
);

test("an offer that trackers may be on names the address by its ends", async () => {
  const trackers = { ...site.trackers, gtmId: "GTM-TEST1" };
  const { words } = await renderOffer("/upsell/1", holding(order), { trackers });
  expectWords(
    words,
    ["its files are on their way to jo••••@gm••••.com.", "Is this address right?"],
    [order.email],
  );
});

test("an order whose payment is under way is not called paid", async () => {
  const { words } = await renderOffer(cancelled, holding({ ...order, status: "processing" }));
  expectWords(words, ["T88F-N757 is safe: its payment is being processed."], ["is paid"]);
});

test("without an order the cancelled page says what is waiting, and still knows the offer", async () => {
  const { words } = await renderOffer(cancelled, holding(null));
  expectWords(words, ["What is waiting for you", "Back to the offer"], ["Your order"]);
});

test("a cancelled payment of no offer asks for no orders", async () => {
  const getOwnership = vi.fn();
  const { words } = await renderOffer("/checkout/cancel?offer=//evil.example", { getOwnership });
  expectWords(words, ["What is waiting for you"], ["Back to the offer"]);
  expect(getOwnership).not.toHaveBeenCalled();
});

test("an order that cannot be looked up is reported, and the page stands", async () => {
  const failure = new Error("the provider is down");
  const source = { getOwnership: () => Promise.reject(failure) };
  const { words, report } = await renderOffer(cancelled, source);
  expect(words).toContain("Payment Cancelled");
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
});

test("an offer's payment that is cancelled comes back with the offer's name", async () => {
  const { html } = await renderOffer("/upsell2?originalProductId=1&upsellProductId=3");
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
  for (const [url, texts] of [
    ["/upsell/1", ["Real value $24"]],
    ["/upsell2?originalProductId=1", ["Total value $39", "bonus certificate valued at $15"]],
    [
      "/downsell?originalProductId=1",
      ["Regular price $19", "53% OFF", "bonus badge valued at $10", "80 pages"],
    ],
  ] as const) {
    expectWords((await renderOffer(url, { listProducts })).words, [...texts]);
  }
});

test("an order is called safe only where there is one", async () => {
  const wordsWith = async (held: Ownership["order"]) =>
    (await renderOffer("/upsell/1", holding(held))).words;
  expectWords(await wordsWith(null), ["Nothing has been charged."], ["Your order is safe"]);
  expectWords(await wordsWith(order), ["Your order is safe. Premium Pack is paid"]);
  const processing = await wordsWith({ ...order, status: "processing" });
  expectWords(processing, ["Your order is safe. Your payment is being processed."]);
});

test.each([
  ["/upsell/1", "One more thing for your order"],
  ["/upsell2?originalProductId=1", "One more thing for your order"],
  ["/downsell?originalProductId=1", "Something went wrong"],
  ["/upsell2", "Something went wrong"],
  ["/upsell/abc", "Something went wrong"],
])("%s is titled %s", async (url, title) => {
  expect((await renderOffer(url)).title).toBe(title);
});

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
    const { html, words } = await renderOffer("/upsell/1", owning(inPackOrder, dinosaurs));
    expectWords(words, ["You already have this"], ["$12", "Yes, add it"]);
    expect(html).toMatch(mainOrder(dinosaurs.sessionId));
    expect(html).toMatch(/href="\/downsell\?originalProductId=1"[^>]*>Continue</);
  });

  test("is not sold on the last page, which leads to its order and to the pack's files", async () => {
    const { html, words } = await renderOffer(
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
    const { words } = await renderOffer("/upsell2?originalProductId=1", owning(inPackOrder, both));
    expectWords(words, ["See my order with the Color Workbook"], ["Continue"]);
  });

  test("leaves the rest of the visit to pay, in a form that sends that alone", async () => {
    const { html, words } = await renderOffer(
      "/upsell2?originalProductId=1&upsellProductId=3",
      owning(inPackOrder, colors),
    );
    expectWords(words, [
      "You already have this",
      "Still to payDinosaur Busy Book$12To pay on the next page$12",
      "Continue to payment",
    ]);
    expect(html.split('action="/checkout/start"')).toHaveLength(2);
    expect([...html.matchAll(/name="productId" value="(\d+)"/g)].map(([, id]) => id)).toEqual([
      "1",
      "3",
    ]);
  });
});

test("a yes that costs nothing does not speak of a payment", async () => {
  const free = aProduct({ id: 4, name: "Color Workbook", price: 0 });
  const { words } = await renderOffer("/upsell2?originalProductId=1", {
    listProducts: async () => [aProduct(), free],
    ...holding(order),
  });
  expectWords(words, ["Yes, add it to my order"], ["go to payment"]);
});

test("an offer that may come another time can be asked for again, one without its pack cannot", async () => {
  const offSale = await renderOffer("/downsell?originalProductId=1", holding(order));
  expectWords(offSale.words, ["Try again", "Go to my order", "Back to Homepage"]);
  expect((await renderOffer("/downsell")).words).not.toContain("Try again");
});

const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900 });
const bought: Partial<PageSource> = {
  getOwnership: async () => ({ order, owned: [{ productId: 1, sessionId: order.sessionId }] }),
};

/** The products that each form sends to the checkout. */
const sentBy = (html: string) =>
  html
    .split('action="/checkout/start"')
    .slice(1)
    .map((form) =>
      [...form.matchAll(/name="productId" value="(\d+)"/g)].map(([, id]) => Number(id)),
    );

test("beside a paid pack a yes costs the offer, and a no nothing", async () => {
  const listProducts = async () => [...offers, kids];
  const url = "/downsell?originalProductId=1";
  const { html, words } = await renderOffer(url, { ...bought, listProducts });
  expectWords(words, [
    "If you say yesColor Workbook for Kids$9To pay on the next page$9",
    "Without it there is nothing more to pay",
  ]);
  expect(sentBy(html)).toEqual([[1, 5], [1]]);
});

test("a paid pack that is off sale now blocks neither answer", async () => {
  const url = "/downsell?originalProductId=1";
  const { html } = await renderOffer(url, { ...bought, listProducts: async () => [kids] });
  expect(sentBy(html)).toEqual([[5]]);
  expect(html).toMatch(
    /href="\/checkout\/success\?sessionId=cs_test_a1B2c3D4"[^>]*>No, continue without it</,
  );
});
