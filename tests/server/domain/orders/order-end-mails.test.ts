import { describe, expect, test } from "vitest";
import { listNeeds } from "../../../../server/domain/issues/needs.ts";
import { syncSubscription } from "../../../../server/domain/money/subscriptions.ts";
import { UnknownMailbox } from "../../../../server/errors.ts";
import { FIRST_END, member, MEMBER } from "../../../support/member.ts";
import { DAY_MS, emailsOf, eventsOfType, ordersOf } from "../../../support/money.ts";
import { buy, openShop } from "../../../support/shop.ts";

const ANNA = "anna@example.com";

async function sold() {
  const shop = await openShop();
  const { control } = shop.simulator;
  const products = [shop.pack, shop.book];
  const sessionId = await buy(shop, shop.browser, { products, email: ANNA });
  shop.mails.length = 0;
  return {
    shop,
    control,
    sessionId,
    /** Refunds an amount, or the rest, and returns the text of the newest mail. */
    async refund(amount?: number) {
      control.refund(sessionId, amount);
      await shop.settle();
      return shop.mails.at(-1)?.text ?? "";
    },
    /** Makes the bank reject the only refund afterwards. */
    async refuse() {
      const { store, emit } = shop.simulator.context;
      const [made] = store.list("refund");
      if (!made) throw new Error("no refund");
      store.put("refund", { ...made, status: "failed" } as typeof made);
      emit("refund.failed", made);
      await shop.settle();
    },
  };
}

describe("the mail about a refund", () => {
  test("names the amount, the sum of all refunds and what has ended", async () => {
    const { shop, refund } = await sold();
    const goodwill = await refund(500);
    expect(goodwill).toContain("we have refunded $5.00 USD for your order");
    expect(goodwill).toContain("Nothing changes for your files.");
    expect(goodwill).not.toMatch(/earlier refunds|has ended/);
    const line = await refund(1200);
    expect(line).toContain("we have refunded $12.00 USD");
    expect(line).toContain("this makes $17.00 USD of the $49.00 USD you paid.");
    expect(line).toContain("your access to Dinosaur Busy Book has ended");
    expect(line).toContain("Your other files stay yours");
    const rest = await refund();
    expect(rest).toContain("your access to Premium Pack, Dinosaur Busy Book has ended");
    expect(rest).not.toMatch(/stay yours|Nothing changes/);
    expect(shop.mails.map(({ to }) => to)).toEqual([ANNA, ANNA, ANNA]);
  });

  test("is not sent again when the bank refuses the refund", async () => {
    const { shop, control, sessionId, refund, refuse } = await sold();
    await refund(500);
    await refuse();
    expect(ordersOf(shop)).toMatchObject([{ refundedAmount: 0 }]);
    expect(shop.mails).toHaveLength(1);
    control.closeDispute(control.dispute(sessionId).id, "won");
    await shop.settle();
    expect(shop.mails).toHaveLength(1);
  });

  test("is sent again when the refund is made again after the bank refused it", async () => {
    const { shop, refund, refuse } = await sold();
    await refund(500);
    await refuse();
    expect(await refund(500)).toContain("we have refunded $5.00 USD");
    expect(shop.mails).toHaveLength(2);
  });

  test.each([
    ["could not be delivered is reported", new UnknownMailbox("No such mailbox."), ["dead_mails"]],
    ["is moot when it can be sent is not reported", new Error("The server is down."), []],
  ])("that %s", async (_name, error, reported) => {
    const { shop, refund, refuse } = await sold();
    const { send } = shop.mailer;
    shop.mailer.send = () => Promise.reject(error);
    await refund(500);
    shop.mailer.send = send;
    await refuse();
    shop.clock.advance(DAY_MS);
    await shop.settle();
    expect(shop.mails).toEqual([]);
    expect(emailsOf(shop).at(-1)).toMatchObject({ kind: "order_refunded", status: "dead" });
    expect(listNeeds(shop.deps).groups.map(({ kind }) => kind)).toEqual(reported);
  });
});

test("a lost dispute is explained once, whatever follows it", async () => {
  const { shop, control, sessionId } = await sold();
  control.closeDispute(control.dispute(sessionId).id, "lost");
  await shop.settle();
  control.refund(sessionId, 100);
  await shop.settle();
  const ended = shop.mails.filter(({ subject }) => subject.startsWith("Your access"));
  expect(ended).toMatchObject([{ to: ANNA }]);
  expect(ended[0]?.text).toContain("your access to Premium Pack, Dinosaur Busy Book has ended");
});

describe("the end of a subscription", () => {
  const endMails = (shop: Parameters<typeof emailsOf>[0]) =>
    emailsOf(shop).filter(({ kind }) => kind === "access_ended");

  test("is mailed once it is over, not when it is cancelled for later", async () => {
    const { shop, control, id, until } = await member();
    control.cancel(id, { atPeriodEnd: true });
    await shop.settle();
    expect(endMails(shop)).toEqual([]);
    until(FIRST_END, 0);
    control.cancel(id);
    await shop.settle();
    await syncSubscription(shop.deps, id);
    expect(endMails(shop)).toMatchObject([{ recipient: MEMBER, status: "sent" }]);
    expect(shop.mails.at(-1)?.text).toContain("your subscription Monthly Club");
  });

  test("is mailed once if its renewal is refunded and it is then cancelled", async () => {
    const { shop, control, id, until } = await member();
    until(FIRST_END, 0);
    control.renew(id);
    await shop.settle();
    expect(endMails(shop)).toEqual([]);
    shop.clock.advance(DAY_MS);
    const payment = eventsOfType(shop, "payment_intent.succeeded").at(-1)?.data.object.id;
    control.refund(String(payment));
    await shop.settle();
    expect(endMails(shop)).toHaveLength(1);
    control.cancel(id);
    await shop.settle();
    expect(endMails(shop)).toHaveLength(1);
  });

  test("is not mailed when it is noticed weeks later", async () => {
    const { shop, control, id, until } = await member();
    control.webhooks.mode = "drop";
    control.cancel(id);
    until(FIRST_END, 8 * DAY_MS);
    await syncSubscription(shop.deps, id);
    expect(endMails(shop)).toEqual([]);
  });

  test("has no mail of its own if a refund ended it", async () => {
    const { shop, control, id, sessionId } = await member();
    control.refund(sessionId);
    await shop.settle();
    control.cancel(id);
    await shop.settle();
    expect(emailsOf(shop).map(({ kind }) => kind)).toEqual(["delivery", "order_refunded"]);
  });
});
