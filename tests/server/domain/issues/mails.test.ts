import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { emails, orders } from "../../../../db/schema.ts";
import { UnknownMailbox } from "../../../../server/errors.ts";
import { sendDueMails } from "../../../../server/mails/send.ts";
import { lineOf } from "../../../support/health.ts";
import { DAY_MS, emailsOf, ordersOf } from "../../../support/money.ts";
import { buy, MINUTE_MS, openShop } from "../../../support/shop.ts";
import { changeRow } from "../../../support/rows.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

const LATE_MS = 16 * MINUTE_MS;
const down = async () => {
  throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
};

/** Opens a shop that mails with `send` and has an order paid 16 minutes ago. */
async function shopWithMail(send: () => Promise<void>): Promise<Shop> {
  const shop = await openShop();
  shop.mailer.send = send;
  await buy(shop, shop.browser, { products: [shop.pack] });
  shop.clock.advance(LATE_MS);
  return shop;
}

const changeOrder = (shop: Shop, patch: Partial<typeof orders.$inferSelect>) =>
  changeRow(shop, orders, 1, patch);
const dropMails = ({ db }: Shop) => db.delete(emails).where(eq(emails.kind, "delivery")).run();

test("an order whose mail has arrived, or is young, is well", async () => {
  const shop = await shopWithMail(async () => {});
  expect(await lineOf(shop, "delivery")).toMatch(/^ok/);
  shop.mailer.send = down;
  await buy(shop, shop.browser, { products: [shop.book] });
  expect(await lineOf(shop, "delivery")).toMatch(/^ok/);
  expect(await lineOf(shop, "mail")).toMatch(
    /^ok: 1 mail to send. The last one was sent 16 minutes ago/,
  );
});

const WITHOUT: [string, () => Promise<Shop>, RegExp][] = [
  [
    "waits",
    () => shopWithMail(down),
    /^bad: 1 paid order without .* mail: \w{4}-\w{4}. The mail is waiting/,
  ],
  [
    "was given up",
    () =>
      shopWithMail(async () => {
        throw new UnknownMailbox("No such mailbox.");
      }),
    /^bad: 1 paid order without a delivered mail: \w{4}-\w{4}\.$/,
  ],
  [
    "is not there",
    async () => {
      const shop = await shopWithMail(async () => {});
      dropMails(shop);
      return shop;
    },
    /^bad: 1 paid order/,
  ],
  [
    "went to an email that was corrected, and not to the right one",
    async () => {
      const shop = await shopWithMail(async () => {});
      await shop.browser.post("/api/orders/address", {
        sessionId: ordersOf(shop)[0]?.sessionId,
        email: "right@example.com",
      });
      shop.mailer.send = down;
      await shop.settle();
      shop.clock.advance(LATE_MS);
      return shop;
    },
    /^bad: 1 paid order/,
  ],
];

test.each(WITHOUT)(
  "a paid order whose mail %s is told by its number",
  async (_name, open, line) => {
    const shop = await open();
    expect(await lineOf(shop, "delivery")).toMatch(line);
    expect(await lineOf(shop, "delivery")).toContain(ordersOf(shop)[0]?.number);
  },
);

test("it is well again when the mail was sent again, or the money went back", async () => {
  const shop = await shopWithMail(down);
  changeOrder(shop, { refundedAmount: 3700 });
  expect(await lineOf(shop, "delivery")).toMatch(/^ok/);
  changeOrder(shop, { refundedAmount: 100 });
  expect(await lineOf(shop, "delivery")).toMatch(/^bad/);
  shop.mailer.send = async () => {};
  await shop.browser.post("/api/orders/resend", { sessionId: ordersOf(shop)[0]?.sessionId });
  await sendDueMails(shop.deps);
  shop.clock.advance(LATE_MS);
  expect(await lineOf(shop, "delivery")).toMatch(/^ok/);
});

test("after a week an order without its mail is left to “Needs attention”", async () => {
  const shop = await shopWithMail(down);
  shop.clock.advance(7 * DAY_MS);
  expect(await lineOf(shop, "delivery")).toMatch(/^ok/);
});

test("a mail server that takes nothing is told with its word, and one that takes others is not", async () => {
  const shop = await shopWithMail(down);
  expect(await lineOf(shop, "mail")).toMatch(
    /^bad: 1 mail to send, the oldest for 16 minutes. The mail server answers with ECONNREFUSED/,
  );
  shop.mailer.send = async () => {};
  await buy(shop, shop.browser, { products: [shop.book] });
  shop.clock.advance(MINUTE_MS);
  const [first] = emailsOf(shop);
  changeRow(shop, emails, first?.id ?? 0, { status: "queued", sentAt: null });
  expect(await lineOf(shop, "mail")).toMatch(/^warn: 1 mail to send, the oldest for 17 minutes/);
});

test("mails that were given up are told for a week", async () => {
  const shop = await shopWithMail(async () => {
    throw new UnknownMailbox("No such mailbox.");
  });
  expect(await lineOf(shop, "mail")).toMatch(/^warn: 1 mail of the last seven days/);
  shop.clock.advance(7 * DAY_MS);
  expect(await lineOf(shop, "mail")).toMatch(/^ok: The queue is empty/);
});
