import { expect, test } from "vitest";
import { UnknownMailbox } from "../../../../server/errors.ts";
import { openBrowser } from "../../../support/browser.ts";
import { DELAYED_CARD, emailsOf, HOUR_MS } from "../../../support/money.ts";
import { buy, MINUTE_MS, openShop, readDetail } from "../../../support/shop.ts";

const UNKNOWN = new UnknownMailbox("550 5.1.1 User unknown");

/** An order whose mail is refused with this error until the server recovers. */
async function refused(refusal: Error, { card = "4242424242424242" } = {}) {
  const shop = await openShop();
  const { send } = shop.mailer;
  shop.mailer.send = () => Promise.reject(refusal);
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], card });
  return {
    shop,
    sessionId,
    recover: () => (shop.mailer.send = send),
    detail: (browser = shop.browser) => readDetail(browser, sessionId),
  };
}

test("is nothing that a stranger hears", async () => {
  const { shop, detail } = await refused(UNKNOWN);
  shop.clock.advance(10 * MINUTE_MS);
  expect(await detail(openBrowser(shop))).toMatchObject({ masked: true, mail: null });
});

test("of an unknown address is failed at once, and after its correction sent", async () => {
  const { shop, sessionId, recover, detail } = await refused(UNKNOWN);
  expect((await detail()).mail).toBe("failed");
  const dead = { status: "dead", attempts: 1, sentAt: null, lastError: UNKNOWN.message };
  expect(emailsOf(shop)).toMatchObject([dead]);

  recover();
  await shop.browser.post("/api/orders/address", { sessionId, email: "right@example.com" });
  expect((await detail()).mail).toBe("waiting");
  await shop.settle();
  expect((await detail()).mail).toBe("sent");
  expect(shop.mails.map(({ to }) => to)).toContain("right@example.com");
});

test("is waiting while the server takes nothing for now, and failed when all tries are used up", async () => {
  const { shop, detail } = await refused(new Error("451 Try later"));
  expect((await detail()).mail).toBe("waiting");
  for (let tries = 1; tries < 22; tries++) {
    shop.clock.advance(4 * HOUR_MS);
    await shop.settle();
  }
  expect((await detail()).mail).toBe("failed");
});

test("of an order whose payment is under way is that of the mail that says so", async () => {
  const { detail } = await refused(UNKNOWN, { card: DELAYED_CARD });
  expect(await detail()).toMatchObject({ status: "processing", mail: "failed" });
});

test("of a mail that was given up is asked for again at once, one on its way only after a while", async () => {
  const { shop, sessionId, recover, detail } = await refused(UNKNOWN);
  recover();
  for (let time = 0; time < 3; time++) {
    const answer = await shop.browser.post("/api/orders/resend", { sessionId });
    expect(answer.status).toBe(200);
    await shop.settle();
    expect((await detail()).mail).toBe("sent");
  }
  expect(shop.mails).toHaveLength(1);
});
