import { expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { emails, orderItems } from "../../../db/schema.ts";
import { type Browser, openBrowser, startCheckout } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import {
  actorsOf,
  DELAYED_CARD,
  emailsOf,
  fileLink,
  HOUR_MS,
  ordersOf,
} from "../../support/money.ts";
import {
  buy,
  MINUTE_MS,
  openShop,
  pay,
  readDetail,
  type Shop,
  signIn,
} from "../../support/shop.ts";

const RESEND = "/api/orders/resend";
const ADDRESS = "/api/orders/address";

/** An order, and how many mails have left once it was asked for again `ms` later. */
async function bought() {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const askAfter = async (ms: number) => {
    shop.clock.advance(ms);
    const response = await shop.browser.post(RESEND, { sessionId });
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    await shop.settle();
    return shop.mails.length;
  };
  return { shop, sessionId, askAfter };
}

test("unknown, unpaid, processing and paid sessions get the same answer", async () => {
  const shop = await openShop();
  const open = await startCheckout(openBrowser(shop), [shop.book]);
  const delayed = { products: [shop.pack], card: DELAYED_CARD };
  const processing = await pay(shop, openBrowser(shop), delayed);
  const paid = await buy(shop, shop.browser, { products: [shop.pack] });
  shop.clock.advance(6 * MINUTE_MS);
  for (const sessionId of ["cs_test_unknown", open, processing, paid]) {
    const response = await openBrowser(shop).post(RESEND, { sessionId });
    expect([response.status, await response.text()]).toEqual([200, '{"success":true}']);
  }
  await shop.settle();
  const files = shop.mails.filter(({ text }) => text.includes("/files/"));
  expect(files.map((mail) => mail.to)).toEqual(["buyer@example.com", "buyer@example.com"]);
});

test("the mail goes to the buyer alone, also when a stranger asks, with links that work", async () => {
  const { shop, sessionId } = await bought();
  shop.clock.advance(60 * MINUTE_MS);
  await openBrowser(shop).post(RESEND, { sessionId, email: "thief@example.com" });
  await shop.settle();
  const [first, mail] = shop.mails;
  expect(shop.mails.map(({ to }) => to)).toEqual(["buyer@example.com", "buyer@example.com"]);
  expect(mail?.messageId).not.toBe(first?.messageId);
  const link = fileLink(mail?.text, "Premium-Pack-1");
  expect((await shop.app.request(SITE + link)).status).toBe(200);
});

const SECOND_MS = 1000;
const HOURS_4 = 240 * MINUTE_MS;
test.each<[string, [afterMs: number, mails: number][]]>([
  // However often it is asked for, counted from the last mail.
  [
    "five minutes",
    [
      [30 * MINUTE_MS, 2],
      [0, 2],
      [5 * MINUTE_MS - 1, 2],
      [1, 3],
    ],
  ],
  [
    "five minutes from the first delivery",
    [
      [5 * MINUTE_MS - 1, 1],
      [1, 2],
    ],
  ],
  [
    "five minutes across a full five",
    [
      [35 * MINUTE_MS - SECOND_MS, 2],
      [2 * SECOND_MS, 2],
    ],
  ],
])("a mail leaves at most every %s", async (_name, steps) => {
  const { askAfter } = await bought();
  for (const [ms, mails] of steps) expect(await askAfter(ms)).toBe(mails);
});

test("five mails leave in 24 hours, with the same answer to all who ask", async () => {
  const { askAfter } = await bought();
  for (const mails of [2, 3, 4, 5, 6, 6, 7]) expect(await askAfter(HOURS_4)).toBe(mails);
});

test("a mailbox that refuses mail is not tried any more often", async () => {
  const { shop, sessionId } = await bought();
  for (let time = 0; time < 9; time++) {
    await shop.browser.post(RESEND, { sessionId });
    shop.db.update(emails).set({ status: "dead" }).run();
    shop.clock.advance(1);
  }
  expect(shop.db.select().from(emails).all()).toHaveLength(6);
});

test("an order whose items are all withdrawn is not mailed again", async () => {
  const { shop, askAfter } = await bought();
  const now = shop.clock.now();
  shop.db.write((tx) => updateRow(tx, orderItems, 1, { revokedAt: now }, { actor: "t", now }));
  expect(await askAfter(60 * MINUTE_MS)).toBe(1);
});

const OLD = "wrong@example.com";
const NEW = "right@example.com";

async function sold() {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: OLD });
  const correct = (email: string, browser: Browser = shop.browser) =>
    browser.post(ADDRESS, { sessionId, email });
  return { shop, sessionId, correct };
}
type Sold = Awaited<ReturnType<typeof sold>>;

/** A browser that has the buyer's cookie, forged. */
function forger(shop: Shop): Browser {
  const browser = openBrowser(shop);
  const cookie = shop.browser.cookies.get("buyer") ?? "";
  browser.cookies.set("buyer", `${cookie.slice(0, -1)}${cookie.endsWith("A") ? "B" : "A"}`);
  return browser;
}

async function otherBuyer(shop: Shop): Promise<Browser> {
  const browser = openBrowser(shop);
  await browser.post("/api/send-otp", { email: "other@example.com" });
  return browser;
}

async function refund({ shop, sessionId }: Sold): Promise<void> {
  shop.simulator.control.refund(sessionId);
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", refundedAmount: 3700 }]);
}

const NOT_YOURS = "Only the browser that paid can correct the address. Please write to us.";
const TOO_LATE = "The address can be corrected for 24 hours. Please write to us.";
const SAME = "The files already go to this address.";
const notYours = (open: (shop: Shop) => Browser | Promise<Browser>) => ({
  ask: async ({ shop, correct }: Sold) => correct(NEW, await open(shop)),
  status: 403,
  answer: { message: NOT_YOURS, code: "forbidden" },
});
const same = (email: string) => ({
  ask: ({ correct }: Sold) => correct(email),
  status: 422,
  answer: { message: SAME, errors: { email: [SAME] } },
});

test.each([
  { name: "a browser without a cookie", ...notYours(openBrowser) },
  { name: "a browser with a forged cookie", ...notYours(forger) },
  { name: "another buyer's browser", ...notYours(otherBuyer) },
  { name: "another account", ...notYours((shop) => signIn(shop, "stranger@example.com")) },
  { name: "the account with the mistyped address", ...notYours((shop) => signIn(shop, OLD)) },
  { name: "the account with the new address", ...notYours((shop) => signIn(shop, NEW)) },
  {
    name: "the buyer of an order whose money went back",
    ask: (t: Sold) => refund(t).then(() => t.correct(NEW)),
    status: 403,
    answer: { message: NOT_YOURS },
  },
  {
    name: "the buyer 24 hours after the payment",
    ask({ shop, correct }: Sold) {
      shop.clock.advance(24 * HOUR_MS);
      return correct(NEW);
    },
    status: 409,
    answer: { message: TOO_LATE, code: "conflict" },
  },
  { name: "the address it has", ...same(OLD) },
  { name: "the address it has in capitals", ...same("WRONG@Example.com") },
  { name: "the address it has with spaces", ...same("  wrong@example.com  ") },
])("refused is $name, and nothing moves", async ({ ask, status, answer }) => {
  const t = await sold();
  const { shop } = t;
  const response = await ask(t);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(answer);
  expect(ordersOf(shop)).toMatchObject([{ email: OLD, linkEpoch: 1, addressChanges: 0 }]);
  const mails = emailsOf(shop).filter(({ orderId }) => orderId !== null);
  expect(mails).toMatchObject([{ kind: "delivery", recipient: OLD, status: "sent" }]);
  expect(actorsOf(shop, "users")).not.toContain("buyer");
});

test("refused is an order that is not paid, or whose payment was refused", async () => {
  const shop = await openShop();
  const open = await startCheckout(shop.browser, [shop.book]);
  const failed = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
  await shop.settle();
  shop.simulator.control.settle(failed, "failed");
  await shop.settle();
  const before = [ordersOf(shop), emailsOf(shop)];
  expect(before[0]).toMatchObject([{ status: "open" }, { status: "failed" }]);
  for (const sessionId of [open, failed, "cs_test_a1unknown"]) {
    expect((await shop.browser.post(ADDRESS, { sessionId, email: NEW })).status).toBe(403);
  }
  expect([ordersOf(shop), emailsOf(shop)]).toEqual(before);
});

test("refused is the fourth time", async () => {
  const { shop, sessionId, correct } = await sold();
  for (const n of [1, 2, 3]) expect((await correct(`try-${n}@example.com`)).status).toBe(200);
  expect((await readDetail(shop.browser, sessionId)).canCorrectAddress).toBe(false);
  const response = await correct(NEW);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    message: "The address has been corrected three times already. Please write to us.",
  });
  expect(ordersOf(shop)).toMatchObject([{ email: "try-3@example.com", addressChanges: 3 }]);
});

test("the buying browser moves its order, in small letters, and no log names an address", async () => {
  const { shop, correct } = await sold();
  const response = await correct("  Right@Example.COM ");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ customerEmail: NEW, alsoMoved: [] });
  expect(ordersOf(shop)).toMatchObject([{ email: NEW, linkEpoch: 2, addressChanges: 1 }]);
  await shop.settle();
  expect(shop.mails.map((mail) => mail.to)).toEqual([OLD, NEW, OLD]);
  expect(JSON.stringify(shop.logged)).not.toMatch(/(right|wrong)@example\.com/i);
});

test("signed in or not, it is the browser that counts", async () => {
  const { shop, correct } = await sold();
  const signedIn = signIn(shop, "another@example.com");
  signedIn.cookies.set("buyer", shop.browser.cookies.get("buyer") ?? "");
  expect((await correct(NEW, signedIn)).status).toBe(200);
  expect(ordersOf(shop)).toMatchObject([{ email: NEW }]);
});
