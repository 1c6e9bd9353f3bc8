import { expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { products } from "../../../../db/schema.ts";
import { setWanted } from "../../../../server/domain/mails/mail-preferences.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { type Browser, openBrowser, startCheckout } from "../../../support/browser.ts";
import {
  DAY_MS,
  DELAYED_CARD,
  emailsOf,
  HOUR_MS,
  itemsOf,
  ordersOf,
} from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, openShop } from "../../../support/shop.ts";
import { openUpgradeShop } from "../../../support/upgrade-shop.ts";

const AUTHOR = { actor: "test", now: new Date(0) };
const ANNA = "anna@example.com";

type Abandoned = { agrees?: boolean; recoveryMails?: boolean; owns?: "book" | "pack" };

/**
 * Opens a shop where Anna leaves the payment page; `agrees` answers the question about reminders.
 * `owns`: the product that she bought a day earlier.
 */
async function abandon({ agrees = true, recoveryMails = true, owns }: Abandoned = {}) {
  const t = await openShop();
  changeSettings(t, { recoveryMails });
  if (owns) {
    await buy(t, openBrowser(t), { products: [t[owns]], email: ANNA });
    t.clock.advance(DAY_MS);
  }
  const { pages, control } = t.simulator;
  /** Opens a checkout, types the address and leaves; returns the session's id. */
  const leave = async (browser: Browser, product: number) => {
    const id = await startCheckout(browser, [product]);
    const typed = new URLSearchParams({ email: ANNA, ...(agrees && { promotions: "1" }) });
    await pages.request(`/pay/${id}`, { method: "POST", body: typed });
    return id;
  };
  const sessionId = await leave(t.browser, t.pack);
  const reminders = () => t.mails.filter(({ subject }) => subject.includes("haven't finished"));
  return {
    ...t,
    sessionId,
    leave,
    reminders,
    queued: () => emailsOf(t).filter(({ kind }) => kind === "recovery"),
    /** Ends the checkout as the provider does after a day; `act` runs before the reminder is due. */
    async expire(act?: () => unknown) {
      t.clock.advance(DAY_MS);
      control.runClock();
      await t.settle();
      await act?.();
      t.clock.advance(HOUR_MS);
      await t.settle();
    },
    /** Follows the link of the reminder; returns the id of the session that it opens. */
    async follow() {
      const url = ordersOf(t)[0]?.recoveryUrl ?? "";
      const answer = await pages.request(new URL(url).pathname.replace("/demo", ""));
      return answer.headers.get("Location")?.split("/").at(-1) ?? "";
    },
  };
}

test.each([
  ["did not agree", { agrees: false }],
  ["was not asked", { recoveryMails: false }],
])("a buyer who %s gets no reminder", async (_, answer) => {
  const t = await abandon(answer);
  await t.expire();
  expect(ordersOf(t)).toMatchObject([{ status: "expired", recoveryUrl: null }]);
  expect(t.queued()).toEqual([]);
});

test.each<[string, (t: Awaited<ReturnType<typeof abandon>>) => void]>([
  ["has switched reminders off", (t) => changeSettings(t, { recoveryMails: false })],
  ["has closed the shop", (t) => changeSettings(t, { isOpen: false })],
  [
    "has taken the product off sale",
    (t) => t.db.write((tx) => updateRow(tx, products, t.pack, { active: false }, AUTHOR)),
  ],
])("a queued reminder is not sent once the owner %s", async (_, act) => {
  const t = await abandon();
  await t.expire(() => act(t));
  expect(t.reminders()).toEqual([]);
  expect(t.queued()).toMatchObject([{ status: "dead", expiresAt: expect.any(Date) }]);
});

test("one reminder is sent, with the link and a way to stop", async () => {
  const t = await abandon();
  await t.expire();
  await reconcile(t.deps);
  await t.settle();
  const [order] = ordersOf(t);
  expect(order?.status).toBe("expired");
  expect(t.reminders()).toMatchObject([
    { to: ANNA, stopUrl: expect.stringContaining("reminders.") },
  ]);
  expect(t.reminders()[0]?.text).toContain(order?.recoveryUrl);
  expect(t.reminders()[0]?.text).toContain("Premium Pack: $37.00 USD");
});

test("the reminder is queued even if the list of sessions was read before the event", async () => {
  const t = await abandon();
  const { webhooks } = t.simulator.control;
  webhooks.mode = "hold";
  t.clock.advance(DAY_MS);
  t.simulator.control.runClock();
  await reconcile(t.deps);
  expect(ordersOf(t)[0]?.status).toBe("expired");
  await webhooks.flush();
  await t.settle();
  expect(t.queued()).toHaveLength(1);
});

test("a checkout at an upgrade price asks for no reminder and has no link", async () => {
  const shop = await openUpgradeShop();
  changeSettings(shop, { recoveryMails: true });
  await shop.buy(shop.browser, shop.advanced);
  const upgrade = await startCheckout(shop.browser, [shop.pack, shop.book]);
  const other = await startCheckout(shop.browser, [shop.book]);
  expect(shop.sessionOf(upgrade)).toMatchObject({
    amount_total: 2200,
    consent_collection: null,
    after_expiration: null,
  });
  expect(shop.sessionOf(other)?.after_expiration?.recovery?.enabled).toBe(true);
});

test.each<[string, (t: Awaited<ReturnType<typeof abandon>>) => unknown]>([
  [
    "paid in the same browser",
    (t) => buy(t, t.browser, { products: [t.pack], email: "b@example.com" }),
  ],
  ["paid elsewhere", (t) => buy(t, openBrowser(t), { products: [t.book, t.pack], email: ANNA })],
  ["bought something else", (t) => buy(t, openBrowser(t), { products: [t.book], email: ANNA })],
  [
    "started a slow payment",
    (t) => buy(t, openBrowser(t), { products: [t.book], email: ANNA, card: DELAYED_CARD }),
  ],
  [
    "stopped reminders",
    (t) =>
      t.db.write((tx) => {
        const author = { actor: "test", now: t.clock.now() };
        setWanted(tx, { email: ANNA, topic: "reminders", wanted: false, author });
      }),
  ],
])("a buyer who has %s gets none", async (_, act) => {
  const t = await abandon();
  await act(t);
  await t.expire();
  expect(t.reminders()).toEqual([]);
});

test("a purchase in the hour after the checkout expired holds the reminder back", async () => {
  const t = await abandon();
  await t.expire(() => buy(t, openBrowser(t), { products: [t.pack], email: ANNA }));
  expect(t.queued()).toHaveLength(1);
  expect(t.reminders()).toEqual([]);
});

test("an address gets one reminder in 30 days, of whichever checkout and browser", async () => {
  const t = await abandon();
  await t.leave(t.browser, t.book);
  await t.leave(openBrowser(t), t.book);
  await t.expire();
  expect(t.reminders()).toHaveLength(1);
  t.clock.advance(27 * DAY_MS);
  await t.leave(openBrowser(t), t.pack);
  await t.expire();
  expect(t.reminders()).toHaveLength(1);
  t.clock.advance(2 * DAY_MS);
  await t.leave(openBrowser(t), t.pack);
  await t.expire();
  expect(t.reminders()).toHaveLength(2);
});

test.each([
  ["pack", 0],
  ["book", 1],
] as const)("a buyer who owned the %s before leaving the pack gets %d", async (owns, count) => {
  const t = await abandon({ owns });
  await t.expire();
  expect(t.reminders()).toHaveLength(count);
});

test("a recovered checkout belongs to the order; used again, it is a new one", async () => {
  const t = await abandon();
  await t.expire();
  const [first, second] = [await t.follow(), await t.follow()];
  expect(first).not.toBe(second);
  const number = ordersOf(t)[0]?.number;
  // Opening the link changes nothing, and neither does leaving it.
  await reconcile(t.deps);
  expect(ordersOf(t)).toMatchObject([{ status: "expired", sessionId: t.sessionId }]);

  await t.simulator.control.pay(first, { email: ANNA });
  await t.settle();
  expect(ordersOf(t)).toMatchObject([{ number, status: "paid", sessionId: first, email: ANNA }]);
  await t.simulator.control.pay(second, { email: ANNA });
  await t.settle();
  expect(ordersOf(t)).toMatchObject([
    { number, sessionId: first },
    { status: "paid", sessionId: second, duplicateOfId: 1, totalAmount: 3700 },
  ]);
  expect(ordersOf(t)[1]?.number).not.toBe(number);
  expect(itemsOf(t).every(({ grantedAt }) => grantedAt !== null)).toBe(true);
  expect(t.reminders()).toHaveLength(1);
});

test("a recovered checkout that expires again brings no second reminder", async () => {
  const t = await abandon();
  await t.expire();
  const again = await t.follow();
  const typed = new URLSearchParams({ email: ANNA, promotions: "1" });
  await t.simulator.pages.request(`/pay/${again}`, { method: "POST", body: typed });
  await t.expire();
  expect(t.reminders()).toHaveLength(1);
  const last = await t.follow();
  await t.simulator.control.pay(last, { email: ANNA });
  await t.settle();
  expect(ordersOf(t)).toMatchObject([{ status: "paid", sessionId: last }]);
});
