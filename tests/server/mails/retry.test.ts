import { expect, onTestFinished, test, vi } from "vitest";
import { createWatch } from "../../../server/domain/health/checks.ts";
import { retryMails, sendDueMails } from "../../../server/mails/send.ts";
import { emailsOf, HOUR_MS } from "../../support/money.ts";
import { buy, MINUTE_MS, openShop } from "../../support/shop.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

const SECONDS_45_MS = 45_000;
const refused = (code: string, reply?: number) => async () => {
  throw Object.assign(new Error(code), { code, ...(reply && { responseCode: reply }) });
};

/** A minute of the jobs: mails that are due, and a look whether the mail server is back. */
async function pass(shop: Shop, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += SECONDS_45_MS) {
    shop.clock.advance(SECONDS_45_MS);
    await sendDueMails(shop.deps);
    await retryMails(shop.deps);
  }
}

/** A shop with an order whose mail was refused like this for an hour: its next try is half an hour away. */
async function shopAfterHour(send: () => Promise<void>): Promise<Shop> {
  // Pauses are spread by chance, here by none.
  const chance = vi.spyOn(Math, "random").mockReturnValue(0.5);
  onTestFinished(() => chance.mockRestore());
  const shop = await openShop();
  shop.mailer.send = send;
  shop.mailer.verify = send;
  await buy(shop, shop.browser, { products: [shop.pack] });
  await pass(shop, HOUR_MS);
  return shop;
}

const mend = (shop: Shop) => {
  shop.mailer.send = async (mail) => void shop.mails.push(mail);
  shop.mailer.verify = async () => {};
};

test.each([
  ["is not there", "ECONNECTION", undefined],
  ["does not take our sign-in", "EAUTH", 535],
  ["is closing", "ESTREAM", 421],
])(
  "after an hour of a mail server that %s, mails leave within a minute",
  async (_name, code, reply) => {
    const shop = await shopAfterHour(refused(code, reply));
    const [before] = emailsOf(shop);
    expect(before).toMatchObject({ status: "queued" });
    expect(before?.nextAttemptAt.getTime()).toBeGreaterThan(
      shop.clock.now().getTime() + 5 * MINUTE_MS,
    );
    mend(shop);
    await pass(shop, 2 * SECONDS_45_MS);
    expect(emailsOf(shop)).toMatchObject([{ status: "sent", attempts: before?.attempts }]);
    expect(shop.mails.length).toBe(1);
  },
);

test("the server is asked while mails wait, and no more once they have left", async () => {
  const shop = await shopAfterHour(refused("ECONNECTION"));
  let asked = 0;
  shop.mailer.verify = async () => {
    asked += 1;
    throw new Error("Not yet.");
  };
  await retryMails(shop.deps);
  mend(shop);
  shop.mailer.verify = async () => void (asked += 1);
  await pass(shop, 10 * SECONDS_45_MS);
  expect(asked).toBe(2);
});

test("a refusal of one mail makes no other one hurry", async () => {
  const shop = await shopAfterHour(async () => {});
  shop.mailer.send = refused("EENVELOPE", 450);
  await buy(shop, shop.browser, { products: [shop.book] });
  const due = () => emailsOf(shop)[1]?.nextAttemptAt.getTime();
  const before = due();
  await retryMails(shop.deps);
  expect(due()).toBe(before);
});

test("after a restart mails that were paused meanwhile are tried once", async () => {
  const shop = await shopAfterHour(refused("ECONNECTION"));
  shop.deps.watch = createWatch(shop.clock.now());
  mend(shop);
  await pass(shop, 2 * SECONDS_45_MS);
  expect(shop.mails.length).toBe(1);
});

test("a server that answers and takes nothing is asked to take a mail every ten minutes at most", async () => {
  const shop = await shopAfterHour(refused("ECONNECTION"));
  let tries = 0;
  shop.mailer.verify = async () => {};
  shop.mailer.send = () => {
    tries += 1;
    return refused("ECONNECTION")();
  };
  await pass(shop, HOUR_MS);
  expect(tries).toBeGreaterThan(3);
  expect(tries).toBeLessThan(9);
  expect(emailsOf(shop)[0]?.status).toBe("queued");
});
