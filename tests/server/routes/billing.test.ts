import { expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { orderItems, orders } from "../../../db/schema.ts";
import type { PurchasedProduct } from "../../../server/contract/answers.ts";
import { openBrowser } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import { ANNA } from "../../support/login.ts";
import { openClubShop, requestsOf } from "../../support/money.ts";
import { buy } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

const PATH = "/account/billing";

/** Opens a shop where Anna bought a pack and a subscription, with the item ids of her account. */
async function shop() {
  const t = await openClubShop();
  await buy(t, t.browser, { products: [t.pack, t.club], email: ANNA });
  const anna = await signedIn(t, ANNA);
  const response = await anna.get("/api/products/purchased-products");
  const bought = (await response.json()) as PurchasedProduct[];
  const idOf = (type: string) => String(bought.find((item) => item.type === type)?.id);
  const author = { actor: "t", now: t.clock.now() };
  return {
    ...t,
    anna,
    club: idOf("subscription"),
    pack: idOf("digital"),
    ask: async (itemId: string, browser = anna) => {
      const { status, headers } = await browser.postForm(PATH, { itemId });
      return { status, location: headers.get("Location") };
    },
    edit(
      order: Partial<typeof orders.$inferSelect>,
      item: Partial<typeof orderItems.$inferSelect>,
    ) {
      t.db.write((tx) => {
        updateRow(tx, orders, 1, order, author);
        updateRow(tx, orderItems, Number(idOf("subscription")), item, author);
      });
    },
    portals: () => requestsOf(t).filter((line) => line === "POST /v1/billing_portal/sessions"),
  };
}

test("visitors sign in first, also in the browser that bought", async () => {
  const t = await shop();
  const login = { status: 303, location: "/login?returnUrl=%2Faccount" };
  for (const browser of [openBrowser(t), t.browser]) {
    expect(await t.ask(t.club, browser)).toEqual(login);
  }
});

test("there is no portal for other users, for other items, or for an unpaid one", async () => {
  const t = await shop();
  expect(await t.ask(t.club, await signedIn(t, "other@example.com"))).toMatchObject({
    status: 404,
  });
  for (const item of [t.pack, "", "0", "999", "x", "../1"]) {
    expect([item, await t.ask(item)]).toMatchObject([item, { status: 404 }]);
  }
  expect((await t.anna.post(PATH, { itemId: t.club })).status).toBe(404);
  t.edit({ status: "failed" }, {});
  expect(await t.ask(t.club)).toMatchObject({ status: 404 });
  t.edit({ status: "paid" }, { grantedAt: null });
  expect(await t.ask(t.club)).toMatchObject({ status: 404 });
  expect(t.portals()).toEqual([]);
});

test("a provider that fails leads back to the account, which says so", async () => {
  const t = await shop();
  t.simulator.control.faults.next({ kind: "500" });
  expect(await t.ask(t.club)).toEqual({ status: 303, location: "/account?billing=failed" });
  expect(JSON.stringify(t.logged)).toContain("billing portal: ");
});

test("the owner is sent to the provider's portal of the customer who pays, and back", async () => {
  const t = await shop();
  const { status, location } = await t.ask(t.club);
  expect(status).toBe(303);
  expect(location).toMatch(new RegExp(`^${SITE}/demo/portal/bps_`));
  const portal = await (await openBrowser(t).get(location ?? "")).text();
  expect(portal).toContain("Monthly Club");
  expect(portal).toContain(`href="${SITE}/account"`);
});

test("a subscription whose paid time is over leads there too: it may have to be paid", async () => {
  const t = await shop();
  t.edit({}, { accessUntil: new Date(t.clock.now().getTime() - 1) });
  expect((await t.ask(t.club)).location).toContain("/demo/portal/");
});
