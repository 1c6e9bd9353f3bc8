import { expect, test } from "vitest";
import { listNeeds } from "../../../../server/domain/issues/needs.ts";
import { listPurchases } from "../../../../server/domain/orders/purchase-history.ts";
import { declareWithdrawal } from "../../../../server/domain/orders/withdrawals.ts";
import { syncReversals } from "../../../../server/domain/money/reversals.ts";
import { checkoutBody } from "../../../support/browser.ts";
import {
  DAY_MS,
  DELAYED_CARD,
  emailsOf,
  itemsOf,
  openClubShop,
  ordersOf,
  refundLine,
} from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, readDetail } from "../../../support/shop.ts";
import { signInAdmin } from "../../../support/table-calls.ts";
import { press } from "../../../support/desk-shop.ts";

const ANNA = "anna@example.com";
const WAIT_MS = 15 * DAY_MS;

/** Buys in a shop whose files wait for the end of the withdrawal period; then withdraws after a day. */
async function withdraw({ card, club = false }: { card?: string; club?: boolean } = {}) {
  const shop = await openClubShop();
  changeSettings(shop, { withoutConsent: "wait" });
  const products = club ? [shop.pack, shop.club] : [shop.pack];
  const sessionId = await buy(shop, shop.browser, { products, email: ANNA, ...(card && { card }) });
  shop.clock.advance(DAY_MS);
  const number = ordersOf(shop)[0]?.number ?? "";
  declareWithdrawal(shop.deps, { name: "Anna Bear", email: ANNA, number });
  await shop.settle();
  shop.mails.length = 0;
  return {
    ...shop,
    sessionId,
    async endPeriod() {
      shop.clock.advance(WAIT_MS);
      await shop.settle();
    },
    act: async (action: string) =>
      (await press(signInAdmin(shop), `order_items/1/${action}`)).status,
    purchase: () => listPurchases(shop.deps, { id: 0, email: ANNA }).at(-1),
  };
}

test("waiting files stay closed after a withdrawal, and no mail delivers them", async () => {
  const shop = await withdraw();
  await shop.endPeriod();
  expect(shop.mails).toEqual([]);
  expect(itemsOf(shop)).toMatchObject([{ revokeReason: "withdrawal" }]);
  const { products } = await readDetail(shop.browser, shop.sessionId);
  expect(products).toMatchObject([{ files: [], accessFrom: null, isWithheld: true }]);
  expect(shop.purchase()).toMatchObject({ files: [], isWithheld: true, revoked: true });
  // Only the withdrawal needs attention: the cancelled mail is not reported as undelivered.
  const kinds = () => listNeeds(shop.deps).groups.map(({ kind }) => kind);
  expect(kinds()).toEqual(["withdrawals"]);
  expect(await shop.act("deliver_now")).toBe(409);
  // The product can be bought again.
  const again = await shop.browser.post("/api/create-checkout-session", checkoutBody([shop.pack]));
  expect(await again.json()).not.toMatchObject({ sessionId: shop.sessionId });
});

test("a subscription whose files were delivered stays open, and is not mailed again", async () => {
  const shop = await withdraw({ club: true });
  expect(itemsOf(shop).map(({ revokeReason }) => revokeReason)).toEqual(["withdrawal", null]);
  await shop.endPeriod();
  expect(shop.mails).toEqual([]);
  expect(listNeeds(shop.deps).groups.map(({ kind }) => kind)).toEqual(["withdrawals"]);
});

test("a payment that arrives after the withdrawal delivers nothing", async () => {
  const shop = await withdraw({ card: DELAYED_CARD });
  shop.simulator.control.settle(shop.sessionId, "succeeded");
  await shop.settle();
  await shop.endPeriod();
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
  expect(itemsOf(shop)).toMatchObject([{ revokeReason: "withdrawal" }]);
  expect(emailsOf(shop).filter(({ kind }) => kind === "delivery")).toEqual([]);
  expect(shop.mails).toEqual([]);
});

test("restored files are delivered when the period ends", async () => {
  const shop = await withdraw();
  expect(await shop.act("restore")).toBe(200);
  await shop.settle();
  expect(shop.mails).toEqual([]);
  expect(shop.purchase()).toMatchObject({ files: [], revoked: false });
  await shop.endPeriod();
  expect(shop.mails).toMatchObject([{ to: ANNA, text: expect.stringContaining("/files/") }]);
  expect(shop.purchase()?.files).toHaveLength(2);
});

test("a partial or failed refund opens no files, and a full refund resolves the withdrawal", async () => {
  const shop = await withdraw();
  const payment = ordersOf(shop)[0]?.paymentIntentId ?? "";
  const { store } = shop.simulator.context;
  const reasonAfter = async (amount: number) => {
    await refundLine(shop, { sessionId: shop.sessionId, amount });
    await syncReversals(shop.deps, payment);
    return itemsOf(shop)[0]?.revokeReason;
  };
  expect(await reasonAfter(100)).toBe("withdrawal");
  expect(listNeeds(shop.deps).groups.map(({ kind }) => kind)).toContain("withdrawals");
  expect(await reasonAfter(3600)).toBe("refund");
  expect(listNeeds(shop.deps).groups).toEqual([]);

  const last = store.list("refund").at(0);
  if (last) store.put("refund", { ...last, status: "failed" });
  await syncReversals(shop.deps, payment);
  expect(itemsOf(shop)).toMatchObject([{ revokeReason: "withdrawal" }]);
  expect(itemsOf(shop)[0]?.revokedAt).not.toBeNull();
});
