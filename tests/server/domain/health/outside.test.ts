import { expect, test } from "vitest";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { watchHealth } from "../../../../server/jobs/health.ts";
import { sendDueMails } from "../../../../server/mails/send.ts";
import { checkoutBody, openBrowser } from "../../../support/browser.ts";
import { alarmsOf, lineOf, mendPayments, subjectsOf } from "../../../support/health.ts";
import { emailsOf, HOUR_MS, ordersOf } from "../../../support/money.ts";
import {
  buy,
  local,
  MINUTE_MS,
  openShop,
  pay,
  readDetail,
  type Shop,
} from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";

skipPauses();

/** What the jobs do in a time, a minute at a step. */
async function pass(shop: Shop, ms: number, isProviderThere = true): Promise<void> {
  for (let passed = 0; passed < ms; passed += MINUTE_MS) {
    shop.clock.advance(MINUTE_MS);
    if (isProviderThere) shop.deps.watch.reconciled.listedAt = shop.clock.now();
    await sendDueMails(shop.deps);
    await watchHealth(shop.deps);
  }
}

test("a mail server that is down for an hour: the shop sells, tells once, and mails when it is back", async () => {
  const shop = await openShop();
  const down = async () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNECTION" });
  };
  const { mailer } = shop;
  const { send, verify } = mailer;
  Object.assign(mailer, { send: down, verify: down });
  const emails = [1, 2, 3].map((nth) => `buyer-${nth}@example.com`);
  for (const email of emails) {
    await buy(shop, openBrowser(shop), { products: [shop.pack], email });
  }
  const code = await shop.browser.post("/api/send-otp", { email: "code@example.com" });
  expect(code.status).toBe(200);
  await pass(shop, HOUR_MS);
  expect(await lineOf(shop, "mail")).toMatch(
    /^bad: \d mails to send, the oldest for 1 hour. The mail/,
  );
  expect(await lineOf(shop, "delivery")).toMatch(/^bad: 3 paid orders/);
  expect(alarmsOf(shop).toSorted()).toEqual(["Mails of paid orders", "Outgoing mail"]);
  expect(shop.mails).toEqual([]);

  Object.assign(mailer, { send, verify });
  await pass(shop, 2 * MINUTE_MS);
  const { support } = shop.deps.config.mail;
  const taken = shop.mails.map(({ to }) => to).filter((to) => to !== support);
  expect(taken.toSorted()).toEqual(emails);
  // A code that is over is not sent any more, and each alarm is sent once.
  expect(subjectsOf(shop.mails.filter(({ to }) => to === support)).toSorted()).toEqual([
    "Papercub needs your attention: Mails of paid orders",
    "Papercub needs your attention: Outgoing mail",
  ]);
  expect(emailsOf(shop).filter(({ status }) => status !== "sent")).toMatchObject([
    { kind: "code", status: "dead" },
  ]);
  for (const name of ["mail", "delivery"] as const) {
    expect(await lineOf(shop, name)).toMatch(/^ok/);
  }
});

test("a provider that is down: what was bought is there, the owner is told once, nothing paid is lost", async () => {
  const shop = await openShop();
  const bought = await buy(shop, shop.browser, { products: [shop.pack] });
  const link = (await readDetail(shop.browser, bought)).products[0]?.files[0]?.url;
  const later = openBrowser(shop);
  shop.simulator.control.webhooks.mode = "drop";
  await pay(shop, later, { products: [shop.book] });

  const { payments } = shop.deps;
  const gone = () => Promise.reject(new Error("No answer."));
  shop.simulator.control.faults.next({ kind: "500", path: "/v1", times: 1000 });
  mendPayments(shop, { readClock: gone });
  await pass(shop, 10 * MINUTE_MS, false);
  expect(await lineOf(shop, "payments")).toMatch(
    /^bad: .* not answered for 9 minutes: nobody can pay/,
  );
  expect(alarmsOf(shop)).toEqual(["Payment provider"]);
  expect(subjectsOf(shop.mails)).toContain("Papercub needs your attention: Payment provider");
  const refused = await openBrowser(shop).post(
    "/api/create-checkout-session",
    checkoutBody([shop.pack]),
  );
  expect([refused.status, await refused.json()]).toMatchObject([502, { code: "payment_provider" }]);
  expect((await openBrowser(shop).get("/api/products")).status).toBe(200);
  expect((await shop.browser.get(local(link))).status).toBe(200);

  shop.simulator.control.faults.clear();
  shop.deps.payments = payments;
  await reconcile(shop.deps);
  await shop.settle();
  await pass(shop, MINUTE_MS);
  expect(await lineOf(shop, "payments")).toMatch(/^ok/);
  const [first, second] = ordersOf(shop);
  expect([first?.status, second?.status]).toEqual(["paid", "paid"]);
  expect(alarmsOf(shop)).toEqual(["Payment provider"]);
});
