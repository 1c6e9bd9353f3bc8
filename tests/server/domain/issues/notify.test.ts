import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { emails, orderNotes } from "../../../../db/schema.ts";
import { listNeeds } from "../../../../server/domain/issues/needs.ts";
import { notifyOfOutages, notifyOfRows } from "../../../../server/domain/issues/notify.ts";
import { UnknownMailbox } from "../../../../server/errors.ts";
import { openBrowser } from "../../../support/browser.ts";
import { DAY_MS, emailsOf, HOUR_MS, ordersOf } from "../../../support/money.ts";
import { buy, openShop } from "../../../support/shop.ts";
import { changeRow } from "../../../support/rows.ts";

const TWICE = "twice@example.com";
const LOST = "lost@example.com";

async function openNoticed() {
  const shop = await openShop();
  const { control } = shop.simulator;
  const { send } = shop.mailer;
  shop.mailer.send = async (mail) => {
    if (mail.to.startsWith("lost")) throw new UnknownMailbox("550 No such user");
    await send(mail);
  };
  return {
    ...shop,
    control,
    buyAs: (email: string) => buy(shop, openBrowser(shop), { products: [shop.book], email }),
    /** Queues what is due twice, sends it, and returns subjects and texts of the owner's mails. */
    async notices() {
      await shop.settle();
      shop.mails.length = 0;
      notifyOfRows(shop.deps);
      notifyOfRows(shop.deps);
      await shop.settle();
      return shop.mails.map(({ to, subject, text }) => ({ to, subject, text }));
    },
  };
}

test("without problems the owner gets no mail", async () => {
  const t = await openNoticed();
  await t.buyAs("anna@example.com");
  expect(await t.notices()).toEqual([]);
});

test("a dispute is reported once with its deadline, and again when the deadline changes", async () => {
  const t = await openNoticed();
  const dispute = t.control.dispute(await t.buyAs("anna@example.com"));
  const [order] = ordersOf(t);
  const [mail, ...others] = await t.notices();
  expect(others).toEqual([]);
  expect(mail?.to).toBe("hello@papercub.example");
  expect(mail?.subject).toMatch(/^Dispute of order \S+: please answer by \w+ \d+, \d+ at .* UTC$/);
  expect(mail?.text).toContain(
    `anna@example.com disputes the payment of $12.00 USD of order ${order?.number}`,
  );
  expect(mail?.text).toContain(`/admin/orders/${order?.id}`);
  expect(await t.notices()).toEqual([]);
  const note = t.db.select().from(orderNotes).get();
  const dueAt = new Date(t.clock.now().getTime() + DAY_MS);
  changeRow(t, orderNotes, note?.id ?? 0, { dueAt });
  expect(await t.notices()).toHaveLength(1);
  t.control.closeDispute(dispute.id, "won");
  expect(await t.notices()).toEqual([]);
});

test("a dispute that ends before the mail is sent is not reported", async () => {
  const t = await openNoticed();
  const dispute = t.control.dispute(await t.buyAs("anna@example.com"));
  await t.simulator.control.webhooks.idle();
  await t.notices().catch(() => {});
  t.db
    .update(emails)
    .set({ status: "queued", sentAt: null })
    .where(eq(emails.kind, "owner_dispute"))
    .run();
  t.control.closeDispute(dispute.id, "won");
  t.mails.length = 0;
  await t.settle();
  expect(t.mails).toEqual([]);
  expect(listNeeds(t.deps).groups).toEqual([]);
});

test("a duplicate payment is reported once, and not when it is refunded or old", async () => {
  const t = await openNoticed();
  await t.buyAs(TWICE);
  await t.buyAs(TWICE);
  const [first, second] = ordersOf(t);
  const mails = await t.notices();
  expect(mails).toMatchObject([{ subject: `Order ${second?.number} may have been paid twice` }]);
  expect(mails[0]?.text).toContain(`from order ${first?.number}`);
  expect(await t.notices()).toEqual([]);
  t.control.refund(await t.buyAs(TWICE));
  expect(await t.notices()).toEqual([]);
  await t.buyAs(TWICE);
  await t.settle();
  t.clock.advance(DAY_MS + 1);
  expect(await t.notices()).toEqual([]);
});

test("undelivered mails are reported once a day, but not the notice itself", async () => {
  const t = await openNoticed();
  const sessionId = await t.buyAs("anna@example.com");
  t.control.refund(sessionId, 100);
  t.db.sqlite.exec(`UPDATE orders SET email = '${LOST}'`);
  expect(await t.notices()).toMatchObject([{ subject: "A mail couldn't be delivered" }]);
  expect(t.mails[0]?.text).toContain(`did not reach ${LOST}`);
  t.clock.advance(HOUR_MS);
  t.control.refund(sessionId, 100);
  expect(await t.notices()).toEqual([]);
  t.db.update(emails).set({ status: "dead" }).where(eq(emails.kind, "owner_dead_mails")).run();
  t.clock.advance(DAY_MS);
  expect(await t.notices()).toEqual([]);
});

test("undelivered files are left to the alarm until it has been sent", async () => {
  const t = await openNoticed();
  await t.buyAs(LOST);
  expect(await t.notices()).toEqual([]);
  const red = { title: "Files", text: "Not sent.", todo: "Correct the email." };
  notifyOfOutages(t.deps, [{ name: "delivery", state: "bad", ...red }]);
  t.clock.advance(1000);
  expect(await t.notices()).toEqual([]);
  await t.buyAs("lost-too@example.com");
  expect(await t.notices()).toMatchObject([{ subject: "2 mails couldn't be delivered" }]);
  expect(emailsOf(t).filter(({ kind }) => kind === "alarm")).toHaveLength(1);
});
