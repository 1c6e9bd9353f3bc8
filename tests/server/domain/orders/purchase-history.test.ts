import { describe, expect, test } from "vitest";
import { products } from "../../../../db/schema.ts";
import { listPurchases } from "../../../../server/domain/orders/purchase-history.ts";
import { openBrowser } from "../../../support/browser.ts";
import { FIRST_END, MEMBER, member, recordsOf } from "../../../support/member.ts";
import { openClubShop } from "../../../support/money.ts";
import { buy, openShop } from "../../../support/shop.ts";
import { signedIn } from "../../../support/sign-in.ts";
import { openUpgradeShop } from "../../../support/upgrade-shop.ts";
import { changeRow } from "../../../support/rows.ts";

const RUNNING = { endsAtPeriodEnd: false, paymentFailed: false };

type ClubShop = Awaited<ReturnType<typeof openClubShop>>;

/** Returns the purchases listed in the member's account. */
const linesOf = (shop: ClubShop) =>
  listPurchases(shop.deps, { id: recordsOf(shop)[0]?.userId ?? 0, email: MEMBER });

describe("the line of a subscription", () => {
  test("says that it ends once that was chosen in the portal, until it is kept after all", async () => {
    const { shop, id } = await member();
    const itemId = String(linesOf(shop)[0]?.id);
    const browser = await signedIn(shop, MEMBER);
    const portal = (await browser.postForm("/account/billing", { itemId })).headers.get("Location");
    const choose = async (action: string) => {
      const { pathname } = new URL(portal ?? "");
      const answer = await openBrowser(shop).postForm(pathname, { subscription: id, action });
      expect(answer.status).toBe(303);
      await shop.settle();
    };

    await choose("cancel");
    expect(recordsOf(shop)).toMatchObject([{ status: "active", endsAtPeriodEnd: true }]);
    const accessUntil = FIRST_END.toISOString();
    const [cancelled] = linesOf(shop);
    expect(cancelled).toMatchObject({ endsAtPeriodEnd: true, paymentFailed: false, accessUntil });
    expect(cancelled?.files).toHaveLength(1);

    await choose("resume");
    expect(recordsOf(shop)).toMatchObject([{ status: "active", endsAtPeriodEnd: false }]);
    expect(linesOf(shop)).toMatchObject([RUNNING]);
  });

  test("says that a renewal failed until it is made up for", async () => {
    const { shop, control, id, until } = await member();
    until(FIRST_END, 0);
    control.renew(id, false);
    await shop.settle();
    const failed = { endsAtPeriodEnd: false, paymentFailed: true, files: [] };
    expect(linesOf(shop)).toMatchObject([failed]);
    control.renew(id, true);
    await shop.settle();
    expect(linesOf(shop)).toMatchObject([RUNNING]);
  });

  test("that ended unpaid says nothing of a payment", async () => {
    const { shop, control, id, until } = await member();
    until(FIRST_END, 0);
    control.renew(id, false);
    control.cancel(id);
    await shop.settle();
    expect(linesOf(shop)).toMatchObject([{ paymentFailed: false, files: [] }]);
  });
});

test("an item keeps the licence that it was sold with", async () => {
  const shop = await openShop();
  const setLicence = (licence: "personal" | "classroom") =>
    changeRow(shop, products, shop.pack, { licence });
  setLicence("classroom");
  await buy(shop, shop.browser, { products: [shop.pack, shop.book], email: MEMBER });
  setLicence("personal");
  const bought = listPurchases(shop.deps, { id: 0, email: MEMBER });
  expect(bought.map(({ licence }) => licence).toSorted()).toEqual(["classroom", "personal"]);
});

test("an upgrade shows its credit and the order that it comes from", async () => {
  const shop = await openUpgradeShop();
  await shop.buy(shop.browser, shop.advanced);
  await shop.buy(shop.browser, shop.pack);
  const [upgrade, first] = listPurchases(shop.deps, { id: 0, email: "anna@example.com" });
  expect(upgrade).toMatchObject({ credit: { amount: 2700, orderNumber: first?.orderNumber } });
  expect(first).not.toHaveProperty("credit");
});

test("a book of the same order says nothing of the subscription beside it", async () => {
  const shop = await openClubShop();
  await buy(shop, shop.browser, { products: [shop.book, shop.club], email: MEMBER });
  const { control } = shop.simulator;
  control.cancel(recordsOf(shop)[0]?.subscriptionId ?? "", { atPeriodEnd: true });
  await shop.settle();
  const ends = linesOf(shop).map(({ type, endsAtPeriodEnd }) => [type, endsAtPeriodEnd]);
  expect(ends.toSorted()).toEqual([
    ["digital", false],
    ["subscription", true],
  ]);
});
