import { describe, expect, test } from "vitest";
import { subscriptionRecords, users } from "../../../../db/schema.ts";
import { delivery } from "../../../../server/mails/delivery.tsx";
import { claimMail, markFailed, markSent } from "../../../../server/mails/queue.ts";
import { type Browser, openBrowser, startCheckout } from "../../../support/browser.ts";
import {
  DELAYED_CARD,
  emailsOf,
  fileLink,
  HOUR_MS,
  openClubShop,
  ordersOf,
  statusOf,
} from "../../../support/money.ts";
import { buy, local, MINUTE_MS, pay, readDetail, signIn } from "../../../support/shop.ts";

const OLD = "wrong@example.com";
const NEW = "right@example.com";
const PACK = "Premium-Pack-1";

/** Creates an order with a mistyped email: delivered, pending at the bank, or not mailed yet. */
async function ordered(how: "delivered" | "pending" | "unmailed" = "delivered") {
  const shop = await openClubShop();
  const { browser } = shop;
  const card = how === "pending" ? { card: DELAYED_CARD } : {};
  const sessionId = await pay(shop, browser, { products: [shop.pack], email: OLD, ...card });
  if (how === "unmailed") await readDetail(browser, sessionId);
  else await shop.settle();
  return {
    shop,
    sessionId,
    correct: (email = NEW, by: Browser = browser, id = sessionId) =>
      by.post("/api/orders/address", { sessionId: id, email }),
    resend: () => browser.post("/api/orders/resend", { sessionId }),
    async decide(outcome: "succeeded" | "failed") {
      shop.simulator.control.settle(sessionId, outcome);
      await shop.settle();
    },
    detail: () => readDetail(browser, sessionId),
    buyBook: (card = "4242424242424242", by: Browser = browser, email = OLD) =>
      buy(shop, by, { products: [shop.book], email, card }),
    recipients: () => shop.mails.map(({ to }) => to),
    addresses: () => ordersOf(shop).map(({ email }) => email),
  };
}
type Ordered = Awaited<ReturnType<typeof ordered>>;

function claim({ shop }: Ordered) {
  const email = claimMail(shop.deps);
  if (!email) throw new Error("No mail was due.");
  return email;
}

describe("a waiting mail to the old address is never sent", () => {
  const failed = { reason: "450 later", jitter: 0 };
  test.each<[string, (order: Ordered) => unknown]>([
    ["when it is queued", () => {}],
    ["after a refusal", (order) => markFailed(order.shop.deps, claim(order), failed)],
    ["when its sender has crashed", claim],
  ])("%s", async (_name, before) => {
    const order = await ordered("unmailed");
    const { shop, correct } = order;
    before(order);
    expect((await correct()).status).toBe(200);
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect(shop.mails.find(({ to }) => to === OLD)?.text).not.toContain("/files/");
    expect(emailsOf(shop).map(({ kind, recipient, status }) => [kind, recipient, status])).toEqual([
      ["delivery", OLD, "dead"],
      ["delivery", NEW, "sent"],
      ["address_changed", OLD, "sent"],
    ]);
  });

  test.each(["fails", "is sent"])("when its sender has it already and it %s", async (end) => {
    const order = await ordered("unmailed");
    const { shop, correct, recipients } = order;
    const claimed = claim(order);
    await correct();
    expect(delivery.gather(shop.deps, { orderId: 1, recipient: OLD })).toBeUndefined();
    if (end === "fails") markFailed(shop.deps, claimed, failed);
    else markSent(shop.deps, claimed, "s");
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect(emailsOf(shop)[0]).toMatchObject({ recipient: OLD, status: "dead", leaseUntil: null });
    expect(recipients()).toEqual([NEW, OLD]);
  });

  test("when it was requested again just before", async () => {
    const { shop, correct, resend, recipients } = await ordered();
    shop.clock.advance(10 * MINUTE_MS);
    await resend();
    await correct();
    await shop.settle();
    expect(recipients()).toEqual([OLD, NEW, OLD]);
  });
});

test("the order's grants, page and mails move to the new address, and no log names one", async () => {
  const { shop, correct, resend, detail, recipients } = await ordered();
  const before = await detail();
  expect(before.canCorrectAddress).toBe(true);
  const [bare = ""] = local(before.products[0]?.fileUrl).split("?");
  const [owner, stranger] = [signIn(shop, NEW), signIn(shop, OLD)];
  const statuses = async () => [(await owner.get(bare)).status, (await stranger.get(bare)).status];
  expect(await statuses()).toEqual([404, 200]);
  // The buyer cookie authorizes the correction, even if another user is signed in.
  const signedIn = signIn(shop, "another@example.com");
  signedIn.cookies.set("buyer", shop.browser.cookies.get("buyer") ?? "");
  const answer = await correct("  Right@Example.COM ", signedIn);
  expect(await answer.json()).toEqual({ customerEmail: NEW, alsoMoved: [] });
  await shop.settle();
  expect(await statuses()).toEqual([200, 404]);
  expect(ordersOf(shop)).toMatchObject([{ email: NEW, linkEpoch: 2, addressChanges: 1 }]);
  expect(await detail()).toMatchObject({ customerEmail: NEW, canCorrectAddress: true });
  shop.clock.advance(HOUR_MS);
  await resend();
  await shop.settle();
  expect(recipients().at(-1)).toBe(NEW);
  expect(JSON.stringify(shop.logged)).not.toMatch(/(right|wrong)@example\.com/i);
});

test("earlier links end with each correction, back to the first address too", async () => {
  const { shop, correct, detail } = await ordered();
  const linksNow = async (to: string) => {
    const mail = shop.mails.findLast((each) => each.to === to && each.text.includes("/files/"));
    const [item] = (await detail()).products;
    return [fileLink(mail?.text, PACK), local(item?.fileUrl), local(item?.downloadUrl)];
  };
  const statusesOf = (links: string[]) => Promise.all(links.map((link) => statusOf(shop, link)));
  const links = [await linksNow(OLD)];
  for (const email of [NEW, OLD]) {
    await correct(email);
    await shop.settle();
    for (const ended of links) expect(await statusesOf(ended)).toEqual([404, 404, 404]);
    const newest = await linksNow(email);
    expect(await statusesOf(newest)).toEqual([200, 200, 200]);
    links.push(newest);
  }
});

test("a subscription's record and its user move too, and renewals keep them there", async () => {
  const shop = await openClubShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.club], email: OLD });
  await shop.browser.post("/api/orders/address", { sessionId, email: NEW });
  const records = () => shop.db.select().from(subscriptionRecords).all();
  const [{ userId, subscriptionId } = { userId: 0, subscriptionId: "" }] = records();
  const accounts = shop.db.select().from(users).all();
  expect(accounts.find(({ id }) => id === userId)?.email).toBe(NEW);
  expect(records()).toMatchObject([{ email: NEW, sessionId }]);
  shop.simulator.control.renew(subscriptionId ?? "");
  await shop.settle();
  expect(records()).toMatchObject([{ email: NEW, userId }]);
});

test("ten corrections at once are three, each with its mail, and the last one holds", async () => {
  const { shop, correct } = await ordered();
  const tries = Array.from({ length: 10 }, (_, n) => correct(`try-${n}@example.com`));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(3).fill(200), ...Array(7).fill(409)]);
  await shop.settle();
  const [order] = ordersOf(shop);
  expect(order).toMatchObject({ addressChanges: 3, linkEpoch: 4 });
  const withFiles = shop.mails.filter((mail) => mail.text.includes("/files/")).slice(1);
  expect(withFiles.map((mail) => mail.to)).toEqual([order?.email]);
});

test("the page offers a correction for 24 hours after the payment", async () => {
  const { shop, correct, detail } = await ordered();
  shop.clock.advance(24 * HOUR_MS - 1);
  expect((await detail()).canCorrectAddress).toBe(true);
  shop.clock.advance(1);
  expect((await detail()).canCorrectAddress).toBe(false);
  expect((await correct()).status).toBe(409);
});

test.each<[string, number, (order: Ordered) => Promise<Response>]>([
  ["a browser without a cookie", 403, ({ shop, correct }) => correct(NEW, openBrowser(shop))],
  ["the mistyped account", 403, ({ shop, correct }) => correct(NEW, signIn(shop, OLD))],
  [
    "the buyer of a refunded order",
    403,
    async ({ shop, sessionId, correct }) => {
      shop.simulator.control.refund(sessionId);
      await shop.settle();
      return correct();
    },
  ],
  ["the address it has, typed otherwise", 422, ({ correct }) => correct("  WRONG@Example.com ")],
  [
    "an unpaid order",
    403,
    async ({ shop, correct }) =>
      correct(NEW, shop.browser, await startCheckout(shop.browser, [shop.book])),
  ],
  [
    "an order whose payment failed",
    403,
    async ({ shop, correct, buyBook }) => {
      const failed = await buyBook(DELAYED_CARD);
      shop.simulator.control.settle(failed, "failed");
      await shop.settle();
      return correct(NEW, shop.browser, failed);
    },
  ],
])("refused is %s", async (_name, status, ask) => {
  const order = await ordered();
  expect((await ask(order)).status).toBe(status);
  expect(ordersOf(order.shop)[0]).toMatchObject({ email: OLD, linkEpoch: 1, addressChanges: 0 });
  expect(order.recipients()).not.toContain(NEW);
});

describe("while the payment is processing", () => {
  test("the files go to the corrected address alone, and no mail mentions links", async () => {
    const { shop, correct, decide, detail, recipients } = await ordered("pending");
    expect(await detail()).toMatchObject({ customerEmail: OLD, canCorrectAddress: true });
    expect(await (await correct()).json()).toEqual({ customerEmail: NEW, alsoMoved: [] });
    expect(ordersOf(shop)).toMatchObject([{ status: "processing", email: NEW, linkEpoch: 1 }]);
    await shop.settle();
    await decide("succeeded");
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", email: NEW, addressChanges: 1 }]);
    expect(emailsOf(shop).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["order_received", OLD],
      ["order_received", NEW],
      ["delivery", NEW],
    ]);
    expect(recipients()).toEqual([OLD, NEW, NEW]);
    expect(shop.mails.filter(({ text }) => text.includes("/files/"))).toHaveLength(1);
  });

  test("a refusal by the bank is mailed to the corrected address", async () => {
    const { shop, correct, decide } = await ordered("pending");
    await correct();
    await decide("failed");
    expect(emailsOf(shop).at(-1)).toMatchObject({ kind: "payment_failed", recipient: NEW });
  });

  test("its account is not charged again on another device, and a stranger's is", async () => {
    const { shop, sessionId } = await ordered("pending");
    expect(await startCheckout(signIn(shop, OLD), [shop.pack])).toBe(sessionId);
    expect(ordersOf(shop)).toHaveLength(1);
    await startCheckout(signIn(shop, NEW), [shop.pack]);
    expect(ordersOf(shop)).toHaveLength(2);
  });
});

describe("other orders with the same mistyped address", () => {
  const alsoMoved = async (response: Response) => (await response.json()).alsoMoved;

  test("stay if they are another browser's, of another address or old", async () => {
    const { shop, correct, buyBook, addresses } = await ordered();
    await buyBook(undefined, openBrowser(shop));
    await buyBook(undefined, shop.browser, "grandma@example.com");
    shop.clock.advance(24 * HOUR_MS);
    const late = await buy(shop, shop.browser, { products: [shop.club], email: OLD });
    expect(await alsoMoved(await correct(NEW, shop.browser, late))).toEqual([]);
    expect(addresses()).toEqual([OLD, OLD, "grandma@example.com", NEW]);
  });

  test("move along: their mails, links and notices", async () => {
    const { shop, correct, buyBook, addresses } = await ordered();
    const old = fileLink(shop.mails[0]?.text, PACK);
    const book = await buyBook();
    const [pack] = ordersOf(shop);
    const before = shop.mails.length;
    expect(await alsoMoved(await correct(NEW, shop.browser, book))).toEqual([pack?.number]);
    await shop.settle();
    expect(addresses()).toEqual([NEW, NEW]);
    expect(await statusOf(shop, old)).toBe(404);
    const sent = shop.mails.slice(before);
    expect(sent.map(({ to }) => to).toSorted()).toEqual([NEW, NEW, OLD, OLD]);
    const moved = sent.find(({ to, text }) => to === NEW && text.includes(pack?.number ?? "?"));
    expect(await statusOf(shop, fileLink(moved?.text, PACK))).toBe(200);
  });

  test("move along while their payment is processing, and no link ends", async () => {
    const { shop, correct, buyBook, addresses } = await ordered();
    await buyBook(DELAYED_CARD);
    expect(await alsoMoved(await correct())).toEqual([ordersOf(shop)[1]?.number]);
    expect(addresses()).toEqual([NEW, NEW]);
    expect(ordersOf(shop)[1]).toMatchObject({ status: "processing", linkEpoch: 1 });
  });
});
