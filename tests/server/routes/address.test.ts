import { describe, expect, test } from "vitest";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { actorsOf, DELAYED_CARD, emailsOf, HOUR_MS, ordersOf } from "../../support/money.ts";
import { buy, openShop, pay, readDetail, type Shop, signIn } from "../../support/shop.ts";

const PATH = "/api/orders/address";
const OLD = "wrong@example.com";
const NEW = "right@example.com";
const NOT_YOURS = "Only the browser that paid can correct the address. Please write to us.";

async function sold() {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: OLD });
  return { shop, sessionId };
}

/** Nothing has moved: the order, its mails and what was sent are as they were. */
function expectUntouched(shop: Shop): void {
  expect(ordersOf(shop)).toMatchObject([{ email: OLD, linkEpoch: 1, addressChanges: 0 }]);
  expect(emailsOf(shop)).toMatchObject([{ kind: "delivery", recipient: OLD, status: "sent" }]);
  expect(actorsOf(shop, "users")).not.toContain("buyer");
}

describe("refused", () => {
  test.each<[string, unknown, number, string]>([
    ["broken JSON", "{", 400, "could not be read"],
    ["no fields", {}, 422, "Missing sessionId"],
    ["no address", { sessionId: "cs_test_1" }, 422, "enter your email"],
    ["an empty address", { sessionId: "cs_test_1", email: "" }, 422, "enter your email"],
    ["an address without a host", { sessionId: "cs_test_1", email: "anna" }, 422, "valid email"],
    [
      "an address with a space",
      { sessionId: "cs_test_1", email: "an na@example.com" },
      422,
      "valid",
    ],
    [
      "two addresses",
      { sessionId: "cs_test_1", email: "a@example.com,b@example.com" },
      422,
      "valid",
    ],
    [
      "a header in the address",
      { sessionId: "cs_test_1", email: "a@example.com\r\nBcc: x@y.example" },
      422,
      "valid",
    ],
    [
      "an address of 255 characters",
      { sessionId: "cs_test_1", email: `${"a".repeat(243)}@example.com` },
      422,
      "valid",
    ],
    ["a list of addresses", { sessionId: "cs_test_1", email: [NEW] }, 422, ""],
    ["an empty session", { sessionId: "", email: NEW }, 422, ""],
    ["a session of 301 characters", { sessionId: "c".repeat(301), email: NEW }, 422, ""],
    ["an unknown session", { sessionId: "cs_test_a1unknown", email: NEW }, 403, NOT_YOURS],
    [
      "a body past 64 kB",
      { sessionId: "cs_test_1", email: NEW, filler: "x".repeat(70_000) },
      413,
      "large",
    ],
  ])("%s", async (_name, body, status, text) => {
    const { shop } = await sold();
    const response = await shop.browser.post(PATH, body);
    expect(response.status).toBe(status);
    expect(JSON.stringify(await response.json())).toContain(text);
    expectUntouched(shop);
  });

  test("a body that is not JSON by its type", async () => {
    const { shop, sessionId } = await sold();
    const headers = { "Content-Type": "text/plain" };
    expect((await shop.browser.post(PATH, { sessionId, email: NEW }, headers)).status).toBe(415);
    expectUntouched(shop);
  });

  test.each([
    [{ Origin: "https://evil.example" }],
    [{ Origin: "null" }],
    [{ "Sec-Fetch-Site": "cross-site" }],
    [{ "Sec-Fetch-Site": "same-site" }],
  ])("a request from another site: %o", async (headers) => {
    const { shop, sessionId } = await sold();
    const response = await shop.browser.post(
      PATH,
      { sessionId, email: NEW },
      headers as Record<string, string>,
    );
    expect(response.status).toBe(403);
    expectUntouched(shop);
  });

  const strangers: [string, (shop: Shop) => ReturnType<typeof openBrowser>][] = [
    ["a browser without a cookie", (shop) => openBrowser(shop)],
    ["somebody signed in as another", (shop) => signIn(shop, "stranger@example.com")],
    ["the account that has the mistyped address", (shop) => signIn(shop, OLD)],
    ["the account that has the new address", (shop) => signIn(shop, NEW)],
    [
      "a browser with a forged cookie",
      (shop) => {
        const browser = openBrowser(shop);
        const cookie = shop.browser.cookies.get("buyer") ?? "";
        browser.cookies.set("buyer", `${cookie.slice(0, -1)}${cookie.endsWith("A") ? "B" : "A"}`);
        return browser;
      },
    ],
  ];
  test.each(strangers)("%s", async (_name, open) => {
    const { shop, sessionId } = await sold();
    const response = await open(shop).post(PATH, { sessionId, email: NEW });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message: NOT_YOURS, code: "forbidden" });
    expectUntouched(shop);
  });

  test("another buyer's browser", async () => {
    const { shop, sessionId } = await sold();
    const other = openBrowser(shop);
    await startCheckout(other, [shop.book]);
    expect((await other.post(PATH, { sessionId, email: NEW })).status).toBe(403);
    expect(ordersOf(shop)[0]).toMatchObject({ email: OLD, addressChanges: 0 });
  });

  test("an order that nobody has paid", async () => {
    const shop = await openShop();
    const sessionId = await startCheckout(shop.browser, [shop.pack]);
    expect((await shop.browser.post(PATH, { sessionId, email: NEW })).status).toBe(403);
    expect(ordersOf(shop)).toMatchObject([{ status: "open", email: null }]);
    expect(emailsOf(shop)).toEqual([]);
  });

  test("a payment that was refused", async () => {
    const shop = await openShop();
    const sessionId = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
    await shop.settle();
    shop.simulator.control.settle(sessionId, "failed");
    await shop.settle();
    expect((await shop.browser.post(PATH, { sessionId, email: NEW })).status).toBe(403);
    expect(ordersOf(shop)).toMatchObject([{ status: "failed", email: "buyer@example.com" }]);
  });

  test("an order whose money went back in full", async () => {
    const { shop, sessionId } = await sold();
    shop.simulator.control.refund(sessionId);
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", refundedAmount: 3700 }]);
    expect((await shop.browser.post(PATH, { sessionId, email: NEW })).status).toBe(403);
    expectUntouched(shop);
  });

  test("24 hours after the payment", async () => {
    const { shop, sessionId } = await sold();
    shop.clock.advance(24 * HOUR_MS);
    const response = await shop.browser.post(PATH, { sessionId, email: NEW });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      message: "The address can be corrected for 24 hours. Please write to us.",
      code: "conflict",
    });
    expectUntouched(shop);
  });

  test("the fourth time", async () => {
    const { shop, sessionId } = await sold();
    for (const n of [1, 2, 3]) {
      const email = `try-${n}@example.com`;
      expect((await shop.browser.post(PATH, { sessionId, email })).status).toBe(200);
    }
    const detail = await readDetail(shop.browser, sessionId);
    expect(detail.canCorrectAddress).toBe(false);
    const response = await shop.browser.post(PATH, { sessionId, email: NEW });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      message: "The address has been corrected three times already. Please write to us.",
    });
    expect(ordersOf(shop)).toMatchObject([{ email: "try-3@example.com", addressChanges: 3 }]);
  });

  test.each([OLD, "WRONG@Example.com", "  wrong@example.com  "])(
    "the address it has, written as %j",
    async (email) => {
      const { shop, sessionId } = await sold();
      const response = await shop.browser.post(PATH, { sessionId, email });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        message: "The files already go to this address.",
        errors: { email: ["The files already go to this address."] },
      });
      expectUntouched(shop);
    },
  );

  test("the eleventh request in ten minutes from one client", async () => {
    const { shop } = await sold();
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let n = 0; n < 11; n++) {
      last = await shop.browser.post(PATH, { sessionId: "cs_test_a1unknown", email: NEW });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expectUntouched(shop);
  });
});

test("the buying browser moves its order, in small letters and without spaces", async () => {
  const { shop, sessionId } = await sold();
  const response = await shop.browser.post(PATH, { sessionId, email: "  Right@Example.COM " });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ customerEmail: NEW, alsoMoved: [] });
  expect(ordersOf(shop)).toMatchObject([{ email: NEW, linkEpoch: 2, addressChanges: 1 }]);
  await shop.settle();
  expect(shop.mails.map((mail) => mail.to)).toEqual([OLD, NEW, OLD]);
});

test("signed in or not, it is the browser that counts", async () => {
  const { shop, sessionId } = await sold();
  const signedIn = signIn(shop, "somebody@example.com");
  signedIn.cookies.set("buyer", shop.browser.cookies.get("buyer") ?? "");
  expect((await signedIn.post(PATH, { sessionId, email: NEW })).status).toBe(200);
  expect(ordersOf(shop)).toMatchObject([{ email: NEW }]);
});

test("an address nobody logs: neither the old nor the new one", async () => {
  const { shop, sessionId } = await sold();
  await shop.browser.post(PATH, { sessionId, email: NEW });
  await shop.settle();
  const log = JSON.stringify(shop.logged);
  expect(log).not.toContain(NEW);
  expect(log).not.toContain(OLD);
});
