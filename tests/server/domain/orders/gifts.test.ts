import { describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { orders } from "../../../../db/schema.ts";
import { UnknownMailbox } from "../../../../server/errors.ts";
import { type Browser, openBrowser } from "../../../support/browser.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { press } from "../../../support/desk-shop.ts";
import {
  GIVER,
  openGiftShop,
  RECIPIENT,
  withGifts,
  READY,
  receiptOf,
} from "../../../support/gift-shop.ts";
import { emailsOf, fileLink, openClubShop, ordersOf, statusOf } from "../../../support/money.ts";
import { realPages } from "../../../support/page-desk.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, readDetail, signIn } from "../../../support/shop.ts";
import { signedIn } from "../../../support/sign-in.ts";
import { openRoles } from "../../../support/table-calls.ts";
import { openUpgradeShop } from "../../../support/upgrade-shop.ts";

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
  const t = await openGiftShop({ web: realPages });
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
  expect(stranger).toMatchObject({
    masked: true,
    gift: { hasReceipt: false },
    totalAmount: null,
    products: [{ price: null }],
  });

  const [lea, greta] = [signIn(t, RECIPIENT), signIn(t, GIVER)];
  const isOpenFor = async (account: typeof lea) => (await account.get("/files/1/a.pdf")).status;
  expect([await isOpenFor(lea), await isOpenFor(greta)]).toEqual([200, 404]);
  const seesReceipt = async (browser: Browser) =>
    (await browser.get(`/account/orders/${number}`)).status === 200;
  expect(await Promise.all([t.browser, greta, lea].map(seesReceipt))).toEqual([true, true, false]);
  const purchases = async (account: typeof lea) =>
    (await account.get("/api/products/purchased-products")).json();
  expect(await purchases(lea)).toMatchObject([
    { productName: "Premium Pack", price: null, isGift: true },
  ]);
  expect(await purchases(greta)).toEqual([]);
  expect(await readDetail(lea, sessionId)).toMatchObject({
    masked: false,
    customerEmail: RECIPIENT,
    gift: { hasReceipt: false },
    totalAmount: null,
    products: [{ price: null, files: [{}, {}] }],
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

test("the form without script starts a gift, also out of a frame, and leads back to the order", async () => {
  const t = await openGiftShop({ web: realPages });
  const back = { successRouter: "/checkout/success", cancelRouter: "/checkout/cancel" };
  const fields = { productId: String(t.pack), giftTo: RECIPIENT, ...back };
  const wrong = await t.browser.postForm("/checkout/start", { ...fields, giftTo: "lea@" });
  expect(wrong.headers.get("Location")).toMatch(
    /^\/checkout\/error\?error=Please%20enter%20a%20valid/,
  );
  const framed = await t.browser.send("/checkout/start", {
    method: "POST",
    headers: { Origin: SITE, "Sec-Fetch-Dest": "iframe" },
    body: new URLSearchParams(fields),
  });
  expect(await framed.text()).toContain(`name="giftTo" value="${RECIPIENT}"`);
  expect((await t.browser.postForm("/checkout/start", fields)).status).toBe(303);
  const [order] = ordersOf(t);
  expect(order?.giftTo).toBe(RECIPIENT);
  await t.payFor(order?.sessionId ?? "");
  const again = await t.browser.postForm("/checkout/start", fields);
  expect(again.headers.get("Location")).toMatch(/\/checkout\/success\?sessionId=\S+&again=1$/);
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

test("a giver who signs in keeps the receipt in this browser, an earlier browser id does not", async () => {
  const t = await openGiftShop();
  await t.bought();
  const former = ordersOf(t)[0]?.giverHash;
  await signedIn(t, "other@example.com", t.browser);
  const [order] = t.db.select().from(orders).where(eq(orders.id, 1)).all();
  expect(order?.giverHash).not.toBe(former);
  expect(order?.giverHash).not.toBeNull();
});
