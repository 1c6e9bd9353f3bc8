import { expect, test } from "vitest";
import { UnknownMailbox } from "../../../../server/errors.ts";
import { openBrowser } from "../../../support/browser.ts";
import { buy, openShop, readDetail, type Shop } from "../../../support/shop.ts";

const DELAYED_CARD = "4000000000003220";

/** A mail server that refuses everything with this error until it is told otherwise. */
function refusing(shop: Shop, error: Error) {
  const { send } = shop.mailer;
  shop.mailer.send = async () => {
    throw error;
  };
  return { recover: () => (shop.mailer.send = send) };
}

const unknown = new UnknownMailbox("550 5.1.1 User unknown");

test("is nothing that a stranger hears", async () => {
  const shop = await openShop();
  refusing(shop, unknown);
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  shop.clock.advance(10 * 60_000);
  const detail = await readDetail(openBrowser(shop), sessionId);
  expect(detail).toMatchObject({ masked: true, mail: null });
});

test("of an address that nobody has is failed, and after its correction sent", async () => {
  const shop = await openShop();
  const server = refusing(shop, unknown);
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({ mail: "failed" });

  server.recover();
  await shop.browser.post("/api/orders/address", { sessionId, email: "right@example.com" });
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({ mail: "waiting" });
  await shop.settle();
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({ mail: "sent" });
  expect(shop.mails.map(({ to }) => to)).toContain("right@example.com");
});

test("is waiting while the server takes nothing for now, and failed when all tries are used up", async () => {
  const shop = await openShop();
  refusing(shop, new Error("451 Try later"));
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({ mail: "waiting" });
  for (let tries = 1; tries < 22; tries++) {
    shop.clock.advance(4 * 3_600_000);
    await shop.settle();
  }
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({ mail: "failed" });
});

test("of an order whose payment is under way is that of the mail that says so", async () => {
  const shop = await openShop();
  refusing(shop, unknown);
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
  expect(await readDetail(shop.browser, sessionId)).toMatchObject({
    status: "processing",
    mail: "failed",
  });
});

test("of a mail that was given up is asked for again at once, one on its way only after a while", async () => {
  const shop = await openShop();
  const server = refusing(shop, unknown);
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  server.recover();
  const resend = () => shop.browser.post("/api/orders/resend", { sessionId });
  for (let time = 0; time < 3; time++) {
    expect((await resend()).status).toBe(200);
    await shop.settle();
    expect(await readDetail(shop.browser, sessionId)).toMatchObject({ mail: "sent" });
  }
  expect(shop.mails).toHaveLength(1);
});
