import { describe, expect, test } from "vitest";
import { orders } from "../../../../db/schema.ts";
import { maskEmail } from "../../../../server/contract/mask-email.ts";
import { ANSWER_MS } from "../../../../server/domain/orders/visits.ts";
import { startCheckout } from "../../../support/browser.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { buy, DETAIL, openShop, pay, readDetail } from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";

skipPauses();

const DELAYED_CARD = "4000000000003220";

describe("refused", () => {
  test.each(["", "?sessionId=", "?sessionid=cs_test_12345678"])(
    "a call without a session's id: %j",
    async (query) => {
      const { browser, simulator } = await openShop();
      const response = await browser.get(DETAIL + query);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        message: "Missing sessionId parameter",
        error: "Missing sessionId parameter",
        code: "invalid",
      });
      expect(simulator.control.requests()).toEqual([]);
    },
  );

  const malformed = [
    "abc",
    "cs_",
    "cs_short",
    "cs_test_with space",
    "../v1/customers",
    "cs_test_1/../../customers/cus_1",
    "cs_test_1234567%00",
    "cs_test_é",
    `cs_${"a".repeat(251)}`,
    "pi_3MtwBwLkdIwHu7ix28a3tqPa",
    "cs_test_12345678\n",
    "' OR 1=1 --",
    "{CHECKOUT_SESSION_ID}",
  ];
  test.each(malformed)("%j without asking the provider", async (sessionId) => {
    const { browser, simulator } = await openShop();
    const response = await browser.get(`${DETAIL}?sessionId=${encodeURIComponent(sessionId)}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      message: "Purchase Information Not Found",
      code: "not_found",
    });
    expect(simulator.control.requests()).toEqual([]);
  });

  test("a session that neither we nor the provider know", async () => {
    const { browser, db } = await openShop();
    const response = await browser.get(`${DETAIL}?sessionId=cs_test_a1unknownunknown`);
    expect(response.status).toBe(404);
    expect(db.select().from(orders).all()).toEqual([]);
  });

  test("an open session, as unpaid", async () => {
    const { browser, pack, db } = await openShop();
    const sessionId = await startCheckout(browser, [pack]);
    const response = await browser.get(`${DETAIL}?sessionId=${sessionId}`);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "unpaid" });
    expect(db.select().from(orders).all()).toMatchObject([{ status: "open", paidAt: null }]);
  });

  test("everything while the provider is down, in the words for a purchase", async () => {
    const shop = await openShop();
    shop.simulator.control.webhooks.mode = "drop";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
    const before = shop.db.select().from(orders).all();
    shop.simulator.control.faults.next({ kind: "500", path: "/v1/checkout/sessions", times: 2 });
    const response = await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      message: "Network error, please try again later",
      code: "payment_provider",
    });
    expect(shop.db.select().from(orders).all()).toEqual(before);
    expect(shop.mails).toEqual([]);
    expect((await readDetail(shop.browser, sessionId)).status).toBe("paid");
  });

  test("a provider whose failure looks like a success", async () => {
    const shop = await openShop();
    shop.simulator.control.webhooks.mode = "drop";
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
    shop.simulator.control.faults.next({
      kind: "500-bare",
      path: "/v1/checkout/sessions",
      times: 2,
    });
    expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(502);
    expect(shop.db.select().from(orders).all()).toMatchObject([{ status: "open" }]);
  });

  test("more than 60 calls a minute from one client", async () => {
    const { browser, simulator } = await openShop();
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) {
      statuses.push((await browser.get(`${DETAIL}?sessionId=cs_test_a1guess${1000 + i}`)).status);
    }
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404));
    expect(statuses[60]).toBe(429);
    expect(simulator.control.requests()).toHaveLength(60);
  });

  test("every refusal is kept out of caches", async () => {
    const { browser } = await openShop();
    for (const query of ["", "?sessionId=nothing", "?sessionId=cs_test_a1unknownunknown"]) {
      const response = await browser.get(DETAIL + query);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  });
});

test("the buying browser gets everything the success page shows, and nothing else", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack, shop.book] });
  const response = await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const [order] = shop.db.select().from(orders).all();
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
  const line = {
    quantity: 1,
    type: "digital",
    billingPeriod: null,
    downloadUrl: expect.stringContaining(`${SITE}/files/product/`),
    fileUrl: expect.stringContaining(`${SITE}/files/`),
  };
  expect(await response.json()).toEqual({
    checkoutSessionId: sessionId,
    orderNumber: order?.number,
    status: "paid",
    purchaseDate: order?.paidAt?.toISOString(),
    totalAmount: 4900,
    currency: "usd",
    customerEmail: "buyer@example.com",
    masked: false,
    canCorrectAddress: true,
    mail: "sent",
    firstView: true,
    products: [
      {
        ...line,
        id: shop.pack,
        name: "Premium Pack",
        productName: "Premium Pack",
        price: 3700,
        files: [file, file],
      },
      {
        ...line,
        id: shop.book,
        name: "Dinosaur Busy Book",
        productName: "Dinosaur Busy Book",
        price: 1200,
        files: [file],
      },
    ],
    otherOrders: [],
  });
});

test("a delayed payment is shown as processing, with its address and without a link", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
  const detail = await readDetail(shop.browser, sessionId);
  expect(detail).toMatchObject({
    status: "processing",
    customerEmail: "buyer@example.com",
    masked: false,
    canCorrectAddress: true,
    firstView: false,
  });
  expect(detail.products).toMatchObject([{ downloadUrl: null, fileUrl: null, files: [] }]);
  shop.simulator.control.settle(sessionId, "succeeded");
  shop.clock.advance(ANSWER_MS);
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({
    status: "paid",
    firstView: true,
  });
});

test.each([
  ["joanna@gmail.com", "jo••••@gm••••.com"],
  ["abc@web.de", "a••••@w••••.de"],
  ["a@b.co", "a••••@b••••.co"],
  ["first.last@mail.example.co.uk", "fi••••@ma••••.uk"],
  ["odd@name@example.com", "od••••@ex••••.com"],
  [null, null],
  ["", null],
])("%j is masked as %j", (address, masked) => {
  expect(maskEmail(address)).toBe(masked);
});
