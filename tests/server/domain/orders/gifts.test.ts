import { describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { orders } from "../../../../db/schema.ts";
import { UnknownMailbox } from "../../../../server/errors.ts";
import { openBrowser } from "../../../support/browser.ts";
import { press } from "../../../support/desk-shop.ts";
import { GIVER, openGiftShop, RECIPIENT, withGifts } from "../../../support/gift-shop.ts";
import {
  DAY_MS,
  DELAYED_CARD,
  emailsOf,
  fileLink,
  HOUR_MS,
  itemsOf,
  openClubShop,
  ordersOf,
  statusOf,
} from "../../../support/money.ts";
import { realPages } from "../../../support/page-desk.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, readDetail, signIn } from "../../../support/shop.ts";
import { signedIn } from "../../../support/sign-in.ts";
import { openRoles } from "../../../support/table-calls.ts";
import { openUpgradeShop } from "../../../support/upgrade-shop.ts";

const READY = "A gift for you: your printables are ready";
const receiptOf = (number: string) => `Your gift is on its way (order ${number})`;

describe("refused is", () => {
  test.each([
    ["no address", ""],
    ["no email", "lea"],
    ["two lines", "lea@example.com\nBcc: x@example.com"],
    ["a too long one", `${"a".repeat(300)}@example.com`],
  ])("a gift to %s", async (_, giftTo) => {
    const t = await openGiftShop();
    expect((await t.ask({ giftTo })).status).toBe(422);
    expect(ordersOf(t)).toEqual([]);
  });

  test("a subscription, and every gift of a shop that sells none", async () => {
    const t = withGifts(await openClubShop());
    const reasonOf = async (answer: Response) =>
      ((await answer.json()) as { reason: string }).reason;
    expect(await reasonOf(await t.ask({ products: [t.pack, t.club] }))).toBe("no_gift");
    changeSettings(t, { gifts: false });
    expect(await reasonOf(await t.ask())).toBe("no_gift");
    expect(ordersOf(t)).toEqual([]);
  });
});

test("the recipient owns the files, the giver has the receipt and no file", async () => {
  const t = await openGiftShop();
  const sessionId = await t.bought();
  const number = t.numberOf();
  expect(t.sent()).toEqual([`${RECIPIENT}: ${READY}`, `${GIVER}: ${receiptOf(number)}`]);

  const delivered = t.textTo(RECIPIENT);
  expect(await statusOf(t, fileLink(delivered, "Premium"))).toBe(200);
  expect(delivered).not.toMatch(/\$37|Receipt|More for you|greta@/);
  const receipt = t.textTo(GIVER);
  expect(receipt).toContain("Premium Pack: $37.00 USD");
  expect(receipt).toContain("The files are on their way to l••••@ex••••.com.");
  expect(receipt).not.toMatch(/\/files\/|lea@/);

  const page = await readDetail(t.browser, sessionId);
  expect(page).toMatchObject({
    customerEmail: "l••••@ex••••.com",
    masked: true,
    gift: { hasReceipt: true },
    canCorrectAddress: false,
    firstView: true,
    otherOrders: [],
    more: [],
  });
  expect(page).not.toHaveProperty("news");
  expect(page.products.map(({ files, downloadUrl }) => [files, downloadUrl])).toEqual([[[], null]]);
  const stranger = await readDetail(openBrowser(t), sessionId);
  expect(stranger).toMatchObject({ masked: true, gift: { hasReceipt: false } });

  const [lea, greta] = [signIn(t, RECIPIENT), signIn(t, GIVER)];
  const isOpenFor = async (account: typeof lea) => (await account.get("/files/1/a.pdf")).status;
  expect([await isOpenFor(lea), await isOpenFor(greta)]).toEqual([200, 404]);
  const purchases = async (account: typeof lea) =>
    (await account.get("/api/products/purchased-products")).json();
  expect(await purchases(lea)).toMatchObject([
    { productName: "Premium Pack", price: null, isGift: true },
  ]);
  expect(await purchases(greta)).toEqual([]);
  expect(await readDetail(lea, sessionId)).toMatchObject({
    masked: false,
    customerEmail: RECIPIENT,
  });
});

test("a gift to the giver's own address is an ordinary order, by account and by payment", async () => {
  const t = await openGiftShop();
  const greta = signIn(t, GIVER);
  await t.give({ browser: greta, giftTo: GIVER.toUpperCase() });
  await t.payFor(await t.give({ giftTo: GIVER }));
  expect(ordersOf(t)).toMatchObject([
    { giftTo: null, giverHash: null, userId: greta.userId },
    { giftTo: null, giverEmail: null, giverHash: null, email: GIVER, status: "paid" },
  ]);
  expect(ordersOf(t)[1]?.browserHash).not.toBeNull();
  expect(t.sent()).toEqual([
    expect.stringMatching(/^greta@example.com: Your printables are ready/),
  ]);
});

describe("what the giver and the recipient own already", () => {
  test("does not keep the giver from paying, and the gift is no credit of the giver", async () => {
    const upgrades = await openUpgradeShop();
    const t = withGifts(upgrades);
    const { totalOf, advanced, browser } = upgrades;
    const greta = signIn(t, GIVER);
    await t.bought({ products: [advanced], browser: greta });
    expect(await totalOf(greta, t.pack)).toBe(3700);
    await buy(t, greta, { products: [advanced], email: GIVER });
    const toLea = await t.give({
      browser: greta,
      products: [t.pack, advanced],
      giftTo: "ben@example.com",
    });
    expect(upgrades.sessionOf(toLea)?.amount_total).toBe(6400);
    expect(await totalOf(greta, t.pack)).toBe(1000);
    expect(await totalOf(browser, t.pack)).toBe(3700);
  });

  test("marks the order as a possible duplicate for the owner, if it is the recipient's", async () => {
    const t = await openGiftShop();
    await buy(t, openBrowser(t), { products: [t.pack], email: RECIPIENT });
    await t.bought();
    expect(ordersOf(t)).toMatchObject([
      { duplicateOfId: null },
      { duplicateOfId: 1, email: RECIPIENT },
    ]);
  });
});

describe("the same gift again", () => {
  test("is one checkout before the payment, and the paid order after it, in any tab", async () => {
    const t = await openGiftShop();
    const ids = [await t.give(), ...(await Promise.all([t.give(), t.give()]))];
    ids.push(await t.give({ giftTo: " LEA@example.com" }));
    expect(new Set(ids).size).toBe(1);
    const otherTab = await t.give({ back: "/products/premium-pack" });
    expect(otherTab).not.toBe(ids[0]);
    // The webhook is lost, so the shop has to ask.
    t.control.webhooks.mode = "drop";
    await t.control.pay(ids[0] ?? "", { email: GIVER });
    const again = (await (await t.ask({ back: "/" })).json()) as Record<string, string>;
    expect(again["sessionId"]).toBe(ids[0]);
    expect(again["checkoutUrl"]).toContain("/checkout/success");
    await t.settle();
    expect(t.stateOf(otherTab)).toBe("expired");
    expect(ordersOf(t)).toHaveLength(2);
  });

  test("is a new purchase for another recipient, from another giver, or after a refund", async () => {
    const t = await openGiftShop();
    const first = await t.bought();
    const others = [
      await t.give({ giftTo: "ben@example.com" }),
      await t.give({ browser: openBrowser(t) }),
    ];
    t.control.refund(first);
    await t.settle();
    others.push(await t.give());
    expect(new Set([first, ...others]).size).toBe(4);
    expect(others.map(t.stateOf)).toEqual(["open", "open", "open"]);
  });

  test("of a signed-in giver is found on each device, and ended there after the payment", async () => {
    const t = await openGiftShop();
    const [phone, laptop] = [signIn(t, GIVER), await signedIn(t, GIVER)];
    const [first, second] = [await t.give({ browser: phone }), await t.give({ browser: laptop })];
    expect(first).not.toBe(second);
    await t.payFor(first);
    expect(t.stateOf(second)).toBe("expired");
    expect(await t.give({ browser: laptop })).toBe(first);
  });

  test("paid in two tabs at once is delivered twice, and marked", async () => {
    const t = await openGiftShop();
    const ids = [await t.give(), await t.give({ back: "/" })];
    t.control.webhooks.mode = "drop";
    for (const id of ids) await t.control.pay(id, { email: GIVER });
    for (const id of ids) await readDetail(t.browser, id);
    expect(ordersOf(t)).toMatchObject([{ duplicateOfId: null }, { duplicateOfId: 1 }]);
  });
});

test("a delayed payment is confirmed to the giver alone, and delivered once it succeeds", async () => {
  const t = await openGiftShop();
  const sessionId = await t.give();
  await t.payFor(sessionId, { card: DELAYED_CARD });
  expect(t.sent()).toEqual([expect.stringMatching(/^greta@example.com: Order received/)]);
  expect(t.textTo(GIVER)).toContain("we'll email the files to l••••@ex••••.com");
  expect(await readDetail(t.browser, sessionId)).toMatchObject({
    status: "processing",
    gift: { hasReceipt: false },
  });
  expect(await t.give()).toBe(sessionId);
  t.mails.length = 0;
  t.control.settle(sessionId, "succeeded");
  await t.settle();
  expect(t.sent()).toEqual([`${RECIPIENT}: ${READY}`, `${GIVER}: ${receiptOf(t.numberOf())}`]);
});

test("a delayed payment that fails is reported to the giver alone", async () => {
  const t = await openGiftShop();
  const sessionId = await t.give();
  await t.payFor(sessionId, { card: DELAYED_CARD });
  t.control.settle(sessionId, "failed");
  await t.settle();
  expect(t.mails.map(({ to }) => to)).toEqual([GIVER, GIVER]);
});

test.each([
  ["a refund", /we have refunded \$37.00 USD .* recipient's access to Premium Pack has ended/s],
  ["a lost dispute", /after a dispute. So the recipient's access to Premium Pack has ended/],
] as const)("%s ends the recipient's access, and only the giver is told", async (what, text) => {
  const t = await openGiftShop();
  const sessionId = await t.bought();
  const link = fileLink(t.textTo(RECIPIENT), "Premium");
  t.mails.length = 0;
  if (what === "a refund") t.control.refund(sessionId);
  else t.control.closeDispute(t.control.dispute(sessionId).id, "lost");
  await t.settle();
  expect(await statusOf(t, link)).toBe(404);
  expect(t.mails.filter(({ to }) => to === RECIPIENT)).toEqual([]);
  expect(t.textTo(GIVER)).toMatch(text);
});

test("only the giver can withdraw; files that wait are then never sent", async () => {
  const t = await openGiftShop({ web: realPages });
  changeSettings(t, { withoutConsent: "wait" });
  await t.bought();
  expect(t.sent()).toEqual([`${GIVER}: ${receiptOf(t.numberOf())}`]);
  expect(t.textTo(GIVER)).toContain("to l••••@ex••••.com on December 6, 2026");
  const withdraw = (email: string) =>
    t.browser.postForm("/withdraw", {
      name: "Greta Bear",
      email,
      number: t.numberOf(),
      confirm: "1",
    });
  expect((await withdraw(RECIPIENT)).status).toBe(422);
  expect((await withdraw(GIVER)).status).toBe(200);
  expect(itemsOf(t)).toMatchObject([{ revokeReason: "withdrawal" }]);
  t.clock.advance(20 * DAY_MS);
  await t.settle();
  expect(t.mails.filter(({ to }) => to === RECIPIENT)).toEqual([]);
});

test("the owner corrects a recipient whose mail bounced; the giver's next try finds the order", async () => {
  const t = await openGiftShop();
  const { send } = t.mailer;
  t.mailer.send = (mail) =>
    mail.to === RECIPIENT ? Promise.reject(new UnknownMailbox("550 no such user")) : send(mail);
  const sessionId = await t.bought();
  expect(emailsOf(t).find(({ recipient }) => recipient === RECIPIENT)?.status).toBe("dead");
  const request = { sessionId, email: "lena@example.com" };
  expect((await t.browser.post("/api/orders/address", request)).status).toBe(403);

  const { administrator } = openRoles(t);
  const values = { email: "lena@example.com" };
  expect((await press(administrator, "orders/1/correct_email", { values })).status).toBe(200);
  await t.settle();
  expect(t.sent().at(-1)).toBe(`lena@example.com: ${READY}`);
  expect(ordersOf(t)).toMatchObject([{ giftTo: "lena@example.com", giverEmail: GIVER }]);
  expect(await t.give({ giftTo: "lena@example.com" })).toBe(sessionId);
});

test("a discount code lowers a gift's price", async () => {
  const t = await openGiftShop();
  const { administrator } = openRoles(t);
  const code = {
    code: "HALF",
    percentOff: 50,
    amountOff: null,
    productIds: [],
    expiresAt: null,
    maxUses: null,
  };
  await administrator.call("POST", "/api/discounts", { body: code });
  t.browser.cookies.set("code", "HALF");
  await t.bought();
  expect(ordersOf(t)).toMatchObject([{ totalAmount: 1850, giftTo: RECIPIENT, email: RECIPIENT }]);
});

test("an expired checkout that is recovered is still a gift, also when it is paid twice", async () => {
  const t = await openGiftShop();
  changeSettings(t, { recoveryMails: true });
  const id = await t.give();
  const typed = new URLSearchParams({ email: GIVER, promotions: "1" });
  await t.simulator.pages.request(`/pay/${id}`, { method: "POST", body: typed });
  t.clock.advance(DAY_MS);
  t.control.runClock();
  await t.settle();
  t.clock.advance(HOUR_MS);
  await t.settle();
  expect(t.sent()).toEqual([expect.stringMatching(/^greta@example.com: You haven't finished/)]);
  const url = new URL(ordersOf(t)[0]?.recoveryUrl ?? "").pathname.replace("/demo", "");
  for (let time = 0; time < 2; time++) {
    const answer = await t.simulator.pages.request(url);
    await t.payFor(answer.headers.get("Location")?.split("/").at(-1) ?? "");
  }
  const gift = { status: "paid", email: RECIPIENT, giverEmail: GIVER, browserHash: null };
  expect(ordersOf(t)).toMatchObject([gift, { ...gift, duplicateOfId: 1 }]);
});

test("a giver who signs in keeps the receipt in this browser, an earlier browser id does not", async () => {
  const t = await openGiftShop();
  await t.bought();
  const former = ordersOf(t)[0]?.giverHash;
  await signedIn(t, "other@example.com", t.browser);
  const [order] = t.db.select().from(orders).where(eq(orders.id, 1)).all();
  expect(order?.giverHash).not.toBe(former);
  expect(order?.giverHash).not.toBeNull();
});
