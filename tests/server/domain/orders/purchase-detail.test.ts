import { expect, test } from "vitest";
import { maskEmail } from "../../../../server/contract/email.ts";
import { ANSWER_MS } from "../../../../server/domain/orders/open-checkouts.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { DELAYED_CARD, ordersOf } from "../../../support/money.ts";
import { buy, DETAIL, openShop, readDetail } from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";

skipPauses();

const UNKNOWN = "cs_test_a1unknownunknown";
const NO_IDS = [
  ..."abc cs_ cs_short ../v1/customers cs_test_1/../../customers/cus_1 cs_test_é".split(" "),
  ..."cs_test_1234567%00 pi_3MtwBwLkdIwHu7ix28a3tqPa {CHECKOUT_SESSION_ID}".split(" "),
  ...`cs_test_with space|cs_${"a".repeat(251)}|cs_test_12345678\n|' OR 1=1 --`.split("|"),
];
const [MISSING, NOT_FOUND] = ["Missing sessionId parameter", "Purchase Information Not Found"];
type Refusal = [query: string, asked: number, status: number, answer: object];
test.each<Refusal>([
  ...["", "?sessionId=", "?sessionid=cs_test_12345678"].map((query): Refusal => [
    query,
    0,
    400,
    { message: MISSING, error: MISSING, code: "invalid" },
  ]),
  ...NO_IDS.map((id): Refusal => {
    const query = `?sessionId=${encodeURIComponent(id)}`;
    return [query, 0, 404, { message: NOT_FOUND, code: "not_found" }];
  }),
  [`?sessionId=${UNKNOWN}`, 1, 404, { message: NOT_FOUND }],
])(
  "%.70j is refused after %i questions to the provider: %i",
  async (query, asked, status, answer) => {
    const { browser, db, simulator } = await openShop();
    const response = await browser.get(DETAIL + query);
    expect(response.status).toBe(status);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toMatchObject(answer);
    expect(simulator.control.requests()).toHaveLength(asked);
    expect(ordersOf({ db })).toEqual([]);
  },
);

test("more than 60 calls a minute from one client are refused", async () => {
  const { browser } = await openShop();
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++) {
    statuses.push((await browser.get(`${DETAIL}?sessionId=cs_test_a1guessguess`)).status);
  }
  expect(statuses).toEqual([...Array(60).fill(404), 429]);
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
    downloadUrl: expect.stringContaining(`${SITE}/files/product/`),
    fileUrl: expect.stringContaining(`${SITE}/files/`),
  });
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
      { ...line(shop.pack, "Premium Pack"), price: 3700, files: [file, file] },
      { ...line(shop.book, "Dinosaur Busy Book"), price: 1200, files: [file] },
    ],
    otherOrders: [],
  });
});

test("a delayed payment is shown as processing, with its address and without a link", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({
    status: "processing",
    customerEmail: "buyer@example.com",
    masked: false,
    canCorrectAddress: true,
    firstView: false,
    products: [{ downloadUrl: null, fileUrl: null, files: [] }],
  });
  shop.simulator.control.settle(sessionId, "succeeded");
  shop.clock.advance(ANSWER_MS);
  const paid = { status: "paid", firstView: true };
  expect(await readDetail(shop.browser, sessionId)).toMatchObject(paid);
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
