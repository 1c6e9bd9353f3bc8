import { expect, test } from "vitest";
import { emails, orderItems } from "../../../db/schema.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import { DELAYED_CARD, fileLink } from "../../support/money.ts";
import { buy, MINUTE_MS, openShop, pay } from "../../support/shop.ts";
import { changeRow } from "../../support/rows.ts";

const RESEND = "/api/orders/resend";
const HOURS_4 = 240 * MINUTE_MS;

/** Buys the pack; `askAfter` requests the mail again `ms` later and returns the number of mails. */
async function bought() {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const askAfter = async (ms: number) => {
    shop.clock.advance(ms);
    await shop.browser.post(RESEND, { sessionId });
    await shop.settle();
    return shop.mails.length;
  };
  return { shop, sessionId, askAfter };
}

test("unknown, unpaid, processing and paid sessions get the same answer", async () => {
  const shop = await openShop();
  const open = await startCheckout(openBrowser(shop), [shop.book]);
  const delayed = { products: [shop.pack], card: DELAYED_CARD };
  const processing = await pay(shop, openBrowser(shop), delayed);
  const paid = await buy(shop, shop.browser, { products: [shop.pack] });
  shop.clock.advance(6 * MINUTE_MS);
  for (const sessionId of ["cs_test_unknown", open, processing, paid]) {
    const response = await openBrowser(shop).post(RESEND, { sessionId });
    expect([response.status, await response.text()]).toEqual([200, '{"success":true}']);
  }
  await shop.settle();
  const files = shop.mails.filter(({ text }) => text.includes("/files/"));
  expect(files.map((mail) => mail.to)).toEqual(["buyer@example.com", "buyer@example.com"]);
});

test("the mail goes to the buyer alone, also for a stranger, with links that work", async () => {
  const { shop, sessionId } = await bought();
  shop.clock.advance(60 * MINUTE_MS);
  await openBrowser(shop).post(RESEND, { sessionId, email: "thief@example.com" });
  await shop.settle();
  const [first, mail] = shop.mails;
  expect(mail?.to).toBe("buyer@example.com");
  expect(mail?.messageId).not.toBe(first?.messageId);
  const link = fileLink(mail?.text, "Premium-Pack-1");
  expect((await shop.app.request(SITE + link)).status).toBe(200);
});

test("a mail is sent five minutes after the last one, five times in 24 hours", async () => {
  const five = await bought();
  const steps = [5 * MINUTE_MS - 1, 1, 0, 5 * MINUTE_MS - 1, 1];
  const sent: number[] = [];
  for (const ms of steps) sent.push(await five.askAfter(ms));
  expect(sent).toEqual([1, 2, 2, 2, 3]);
  const { askAfter } = await bought();
  for (const mails of [2, 3, 4, 5, 6, 6, 7]) expect(await askAfter(HOURS_4)).toBe(mails);
});

test("mails to a mailbox that refuses them count too", async () => {
  const { shop, sessionId } = await bought();
  for (let time = 0; time < 9; time++) {
    await shop.browser.post(RESEND, { sessionId });
    shop.db.update(emails).set({ status: "dead" }).run();
    shop.clock.advance(1);
  }
  expect(shop.db.select().from(emails).all()).toHaveLength(6);
});

test("an order whose items are all revoked is not mailed again", async () => {
  const { shop, askAfter } = await bought();
  const now = shop.clock.now();
  changeRow(shop, orderItems, 1, { revokedAt: now });
  expect(await askAfter(60 * MINUTE_MS)).toBe(1);
});
