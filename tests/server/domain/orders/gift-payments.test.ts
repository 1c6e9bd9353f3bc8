import { expect, test } from "vitest";
import { GIVER, openGiftShop, RECIPIENT, READY, receiptOf } from "../../../support/gift-shop.ts";
import {
  DAY_MS,
  DELAYED_CARD,
  fileLink,
  HOUR_MS,
  itemsOf,
  ordersOf,
  statusOf,
} from "../../../support/money.ts";
import { realPages } from "../../../support/page-desk.ts";
import { hasBoughtElsewhere } from "../../../../server/domain/orders/duplicate-purchase.ts";
import { openBrowser } from "../../../support/browser.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, readDetail } from "../../../support/shop.ts";

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
  ["a refund", /we have refunded \$37.00 USD .* recipient can no longer open Premium Pack/s],
  [
    "a lost dispute",
    /after a dispute, your bank returned your payment.*recipient can no longer open Premium Pack/s,
  ],
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

/** Opens a shop where Greta leaves the payment page of a gift, which then expires. */
async function abandoned() {
  const t = await openGiftShop();
  changeSettings(t, { recoveryMails: true });
  const id = await t.give();
  const typed = new URLSearchParams({ email: GIVER, promotions: "1" });
  await t.simulator.pages.request(`/pay/${id}`, { method: "POST", body: typed });
  t.clock.advance(DAY_MS);
  t.control.runClock();
  await t.settle();
  return t;
}

test("an expired checkout that is recovered is still a gift, also when it is paid twice", async () => {
  const t = await abandoned();
  t.clock.advance(HOUR_MS);
  await t.settle();
  expect(t.sent()).toEqual([expect.stringMatching(/^greta@example.com: You haven't finished/)]);
  const url = new URL(ordersOf(t)[0]?.recoveryUrl ?? "").pathname.replace("/demo", "");
  const forwardedTo = "grandma@example.com";
  for (const email of [GIVER, forwardedTo]) {
    const answer = await t.simulator.pages.request(url);
    await t.payFor(answer.headers.get("Location")?.split("/").at(-1) ?? "", { email });
  }
  const gift = { status: "paid", email: RECIPIENT, giverEmail: GIVER, browserHash: null };
  expect(ordersOf(t)).toMatchObject([
    gift,
    { ...gift, giverEmail: forwardedTo, giverHash: null, duplicateOfId: 1 },
  ]);
});

test.each<[string, { isElsewhere?: boolean; isOther?: boolean }]>([
  ["has given it", {}],
  ["has given it in another browser", { isElsewhere: true }],
  ["has given something else", { isOther: true }],
])(
  "a giver who %s meanwhile gets no reminder",
  async (_, { isElsewhere = false, isOther = false }) => {
    const t = await abandoned();
    await t.bought({
      ...(isElsewhere && { browser: openBrowser(t) }),
      ...(isOther && { products: [t.book], giftTo: "ben@example.com" }),
    });
    t.mails.length = 0;
    t.clock.advance(HOUR_MS);
    await t.settle();
    expect(t.sent()).toEqual([]);
  },
);

test("an own purchase of the same product before the gift does not hold the reminder back", async () => {
  const t = await openGiftShop();
  await buy(t, t.browser, { products: [t.pack], email: GIVER });
  const [own] = ordersOf(t);
  await t.give();
  const [, gift] = ordersOf(t);
  if (!own || !gift) throw new Error("There are no orders.");
  expect(hasBoughtElsewhere(t, { ...gift, createdAt: new Date(+t.clock.now() + 1) }, GIVER)).toBe(
    false,
  );
});
