import { describe, expect, test } from "vitest";
import { orderItems } from "../../../../db/schema.ts";
import { UnknownMailbox } from "../../../../server/errors.ts";
import { type Browser, openBrowser, startCheckout } from "../../../support/browser.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { DAY_MS, DELAYED_CARD, emailsOf, HOUR_MS, ordersOf } from "../../../support/money.ts";
import {
  buy,
  DETAIL,
  MINUTE_MS,
  openShop,
  readDetail,
  type Shop,
  signIn,
} from "../../../support/shop.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";
import { changeRow } from "../../../support/rows.ts";

skipPauses();

const BUYER = "buyer@example.com";
const UNKNOWN = "cs_test_a1unknownunknown";
const NO_IDS = [
  ..."abc cs_ ../v1/customers cs_test_1/../../customers/cus_1 cs_test_é".split(" "),
  ..."cs_test_1234567%00 pi_3MtwBwLkdIwHu7ix28a3tqPa {CHECKOUT_SESSION_ID}".split(" "),
  ...`cs_test_with space|cs_${"a".repeat(251)}|cs_test_12345678\n|' OR 1=1 --`.split("|"),
];
const [MISSING, NOT_FOUND] = ["Missing sessionId parameter", "Purchase Information Not Found"];

async function bought({ card = "4242424242424242" } = {}) {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], card });
  return { shop, sessionId };
}

test.each<[query: string, asked: number, status: number, message: string]>([
  ["", 0, 400, MISSING],
  ["?sessionId=", 0, 400, MISSING],
  ...NO_IDS.map((id): [string, number, number, string] => [
    `?sessionId=${encodeURIComponent(id)}`,
    0,
    404,
    NOT_FOUND,
  ]),
  [`?sessionId=${UNKNOWN}`, 1, 404, NOT_FOUND],
])("%j is refused after %i requests to the provider, with status %i", async (...row) => {
  const [query, asked, status, message] = row;
  const { browser, simulator } = await openShop();
  const response = await browser.get(DETAIL + query);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ message });
  expect(simulator.control.requests()).toHaveLength(asked);
});

test("past the limit of unknown sessions, the response says when to retry", async () => {
  const { browser, simulator } = await openShop();
  const ask = async (id: number) => browser.get(`${DETAIL}?sessionId=${UNKNOWN}${id}`);
  const answers = await Promise.all(Array.from({ length: 21 }, (_, id) => ask(id)));
  expect(answers.slice(0, 20).every(({ status }) => status === 404)).toBe(true);
  const [late] = answers.slice(20);
  expect([late?.status, late?.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(await late?.json()).toMatchObject({ code: "internal" });
  expect(simulator.control.requests()).toHaveLength(20);
});

test("the buying browser gets everything the success page shows, and nothing else", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack, shop.book] });
  const response = await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const [order] = ordersOf(shop);
  const file = {
    id: expect.any(Number),
    title: expect.any(String),
    paper: null,
    pages: 1,
    bytes: expect.any(Number),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    url: expect.stringMatching(
      /^http:\/\/localhost:3000\/files\/\d+\/[\w-]+\.pdf\?token=[\dA-Z]{4}-[\dA-Z]{4}\.\d+\.1\.\d+\.[\w-]{43}$/,
    ),
  };
  const line = (id: number, name: string) => ({
    id,
    name,
    productName: name,
    quantity: 1,
    type: "digital",
    billingPeriod: null,
    licence: "personal",
    downloadUrl: expect.stringContaining(`${SITE}/files/product/`),
    accessFrom: null,
    fileUrl: expect.stringContaining(`${SITE}/files/`),
  });
  expect(await response.json()).toEqual({
    checkoutSessionId: sessionId,
    orderNumber: order?.number,
    status: "paid",
    purchaseDate: order?.paidAt?.toISOString(),
    totalAmount: 4900,
    taxAmount: 0,
    discountAmount: 0,
    currency: "usd",
    customerEmail: BUYER,
    masked: false,
    canCorrectAddress: true,
    news: false,
    mail: "sent",
    firstView: true,
    products: [
      { ...line(shop.pack, "Premium Pack"), price: 3700, files: [file, file] },
      { ...line(shop.book, "Dinosaur Busy Book"), price: 1200, files: [file] },
    ],
    otherOrders: [],
    more: [],
  });
});

test("a delayed payment is shown as processing, with its address and without a link", async () => {
  const { shop, sessionId } = await bought({ card: DELAYED_CARD });
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({
    status: "processing",
    customerEmail: BUYER,
    masked: false,
    firstView: false,
    products: [{ downloadUrl: null, fileUrl: null, files: [] }],
  });
});

test.each<[viewer: string, ms: number, sees: "all" | "masked", (shop: Shop) => Browser]>([
  ["anybody", 10 * MINUTE_MS - 1, "all", openBrowser],
  ["anybody", 10 * MINUTE_MS, "masked", openBrowser],
  ["the buying browser", 27 * DAY_MS, "all", ({ browser }) => browser],
  ["the signed-in owner", 11 * MINUTE_MS, "all", (shop) => signIn(shop, BUYER)],
  ["another signed-in person", 11 * MINUTE_MS, "masked", (shop) => signIn(shop, "x@example.com")],
  [
    "an owner whose session has ended",
    11 * MINUTE_MS,
    "masked",
    (shop) => signIn(shop, BUYER, { lifetimeMs: 5 * MINUTE_MS }),
  ],
])("of a paid order %s sees after %i ms: %s", async (_viewer, ms, sees, open) => {
  const { shop, sessionId } = await bought();
  const viewer = open(shop);
  shop.clock.advance(ms);
  const detail = await readDetail(viewer, sessionId);
  if (sees === "all") {
    expect(detail).toMatchObject({ masked: false, customerEmail: BUYER });
    expect(detail.products[0]?.files).toHaveLength(2);
    return;
  }
  expect(detail).toMatchObject({
    masked: true,
    customerEmail: "bu••••@ex••••.com",
    mail: null,
    firstView: false,
    products: [{ name: "Premium Pack", downloadUrl: null, fileUrl: null, files: [] }],
  });
  expect(JSON.stringify(detail)).not.toMatch(/token=|buyer@example/);
  expect((await readDetail(shop.browser, sessionId)).firstView).toBe(true);
});

test("a revoked item has no links, even for its owner", async () => {
  const { shop, sessionId } = await bought();
  const now = shop.clock.now();
  changeRow(shop, orderItems, 1, { revokedAt: now });
  const detail = await readDetail(shop.browser, sessionId);
  expect(detail.products).toMatchObject([{ downloadUrl: null, fileUrl: null, files: [] }]);
});

test("the first of many views at once is the first view", async () => {
  const { shop, sessionId } = await bought();
  const views = Array.from({ length: 50 }, () => readDetail(shop.browser, sessionId));
  expect((await Promise.all(views)).filter((detail) => detail.firstView)).toHaveLength(1);
  expect((await readDetail(shop.browser, sessionId)).firstView).toBe(false);
});

describe("the outcome of the mail", () => {
  const NO_USER = new UnknownMailbox("550 5.1.1 User unknown");

  /** Creates an order whose mail is refused with this error until `recover`. */
  async function refused(
    refusal: Error,
    { card = "4242424242424242", withoutConsent = "deliver" as "deliver" | "wait" } = {},
  ) {
    const shop = await openShop();
    changeSettings(shop, { withoutConsent });
    const { send } = shop.mailer;
    shop.mailer.send = () => Promise.reject(refusal);
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack], card });
    return {
      shop,
      sessionId,
      recover: () => (shop.mailer.send = send),
      outcome: async () => (await readDetail(shop.browser, sessionId)).mail,
    };
  }

  test("for an unknown mailbox is failed at once, and sent after its correction", async () => {
    const { shop, sessionId, recover, outcome } = await refused(NO_USER);
    expect(await outcome()).toBe("failed");
    const dead = { status: "dead", attempts: 1, sentAt: null, lastError: NO_USER.message };
    expect(emailsOf(shop)).toMatchObject([dead]);
    recover();
    await shop.browser.post("/api/orders/address", { sessionId, email: "right@example.com" });
    expect(await outcome()).toBe("waiting");
    await shop.settle();
    expect(await outcome()).toBe("sent");
  });

  test("is waiting during retries, and failed after the last", async () => {
    const { shop, outcome } = await refused(new Error("451 Try later"));
    expect(await outcome()).toBe("waiting");
    for (let tries = 1; tries < 22; tries++) {
      shop.clock.advance(4 * HOUR_MS);
      await shop.settle();
    }
    expect(await outcome()).toBe("failed");
  });

  test("of a processing order is that of its receipt", async () => {
    const { outcome } = await refused(NO_USER, { card: DELAYED_CARD });
    expect(await outcome()).toBe("failed");
  });

  test("of an order that waits is that of its confirmation, not of the later delivery", async () => {
    const { sessionId, shop, recover, outcome } = await refused(NO_USER, {
      withoutConsent: "wait",
    });
    expect(await outcome()).toBe("failed");
    recover();
    await shop.browser.post("/api/orders/address", { sessionId, email: "right@example.com" });
    expect(await outcome()).toBe("waiting");
    await shop.settle();
    expect(await outcome()).toBe("sent");
    expect(shop.mails.map(({ to }) => to)).toContain("right@example.com");
  });

  test("allows another mail at once after a failure, and no second one", async () => {
    const { shop, sessionId, recover, outcome } = await refused(NO_USER);
    recover();
    for (let time = 0; time < 3; time++) {
      await shop.browser.post("/api/orders/resend", { sessionId });
      await shop.settle();
      expect(await outcome()).toBe("sent");
    }
    expect(shop.mails).toHaveLength(1);
  });
});

describe("other orders of the visit", () => {
  /** Buys the pack; `othersOf` returns the other orders listed on an order's page. */
  async function packBought() {
    const { shop, sessionId: pack } = await bought();
    const buyBook = (browser = shop.browser, card = "4242424242424242") =>
      buy(shop, browser, { products: [shop.book], card });
    const othersOf = async (sessionId = pack, browser = shop.browser) =>
      (await readDetail(browser, sessionId)).otherOrders;
    return { shop, pack, buyBook, othersOf };
  }

  test("are neither unpaid, nor another browser's, nor of another day", async () => {
    const { shop, buyBook, othersOf } = await packBought();
    await buyBook(openBrowser(shop));
    await startCheckout(shop.browser, [shop.book]);
    expect(await othersOf()).toEqual([]);
    shop.clock.advance(DAY_MS + MINUTE_MS);
    const late = await buyBook();
    expect([await othersOf(), await othersOf(late)]).toEqual([[], []]);
  });

  test("lead to each other, paid or processing, for their browser alone", async () => {
    const { shop, pack, buyBook, othersOf } = await packBought();
    shop.clock.advance(MINUTE_MS);
    const book = await buyBook(shop.browser, DELAYED_CARD);
    const details = [await readDetail(shop.browser, pack), await readDetail(shop.browser, book)];
    const [packNumber, bookNumber] = details.map(({ orderNumber }) => orderNumber);
    expect(details.map(({ otherOrders }) => otherOrders)).toEqual([
      [{ sessionId: book, orderNumber: bookNumber, names: ["Dinosaur Busy Book"] }],
      [{ sessionId: pack, orderNumber: packNumber, names: ["Premium Pack"] }],
    ]);
    for (const other of [openBrowser(shop), signIn(shop, BUYER)]) {
      expect(await othersOf(pack, other)).toEqual([]);
    }
  });
});
