import { describe, expect, onTestFinished, test, vi } from "vitest";
import { orderItems } from "../../../db/schema.ts";
import { queueMail } from "../../../server/domain/mails/queue-mail.ts";
import { handleDueEvents } from "../../../server/domain/money/webhook-inbox.ts";
import { createWatch } from "../../../server/domain/issues/checks.ts";
import { retryMails, sendDueMails } from "../../../server/mails/send.ts";
import { openBrowser } from "../../support/browser.ts";
import { linksIn } from "../../support/mail.ts";
import { member } from "../../support/member.ts";
import { emailsOf, HOUR_MS } from "../../support/money.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { buy, openShop, pay, MINUTE_MS, type Shop } from "../../support/shop.ts";
import { changeRow } from "../../support/rows.ts";

const buyPack = (shop: Shop) => buy(shop, shop.browser, { products: [shop.pack] });

describe("not sent", () => {
  test.each([
    ["of a kind that this release does not know", "kind = 'horoscope'", "horoscope"],
    ["whose row does not say what it is about", "data = '{}'", "day"],
  ])("a mail %s fails alone", async (_name, change, reason) => {
    const shop = await openShop();
    const author = { actor: "test", now: shop.clock.now() };
    const odd = { uniqueKey: "odd", kind: "contact_suspects", recipient: "a@b.co" } as const;
    shop.db.write((tx) => queueMail(tx, { ...odd, about: { day: "2026-11-21" }, author }));
    shop.db.sqlite.exec(`UPDATE emails SET ${change}`);
    await buyPack(shop);
    expect(emailsOf(shop)).toMatchObject([
      { status: "queued", attempts: 1, lastError: expect.stringContaining(reason) },
      { status: "sent" },
    ]);
  });

  test("its log line names no address", async () => {
    const shop = await openShop();
    const refusal = new Error("550 5.1.1 <buyer@example.com>: user unknown");
    shop.mailer.send = () => Promise.reject(refusal);
    await buyPack(shop);
    const line = shop.logged.find((entry) => entry["msg"] === "mail not sent");
    expect(line).toMatchObject({ email: 1, kind: "delivery" });
    expect(JSON.stringify(shop.logged)).not.toContain("buyer@example.com");
    expect(emailsOf(shop)[0]?.lastError).toContain("550 5.1.1");
  });
});

describe("the delivery mail", () => {
  test("has the owner's texts", async () => {
    const shop = await openShop();
    const text = { name: "mail.delivery.subject", value: "Files of {number} by {brand}" };
    await signInAdmin(shop).create("texts", text);
    changeSettings(shop, { brand: "Bee Prints" });
    await buyPack(shop);
    expect(shop.mails[0]?.subject).toMatch(/^Files of \w+-\w+ by Bee Prints$/);
    expect(shop.mails[0]?.senderName).toBe("Bee Prints");
  });

  test("leads signed out to each file, and to a ZIP of a pack", async () => {
    const shop = await openShop();
    const products = [shop.pack, shop.book];
    await buy(shop, shop.browser, { products, email: "Anna@Example.com" });
    const [{ text, html, to, replyTo } = { text: "", html: "", to: "", replyTo: "" }] = shop.mails;
    expect([to, replyTo]).toEqual(["anna@example.com", "hello@papercub.example"]);
    const isFile = (url: string) => url.includes("/files/");
    const links = [...linksIn(html)].filter(isFile).map((url) => url.replaceAll("&amp;", "&"));
    expect(links).toHaveLength(4);
    expect(new Set(text.match(/http:\S+\/files\/\S+/g))).toEqual(new Set(links));
    const answers = await Promise.all(links.map((link) => shop.app.request(link)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(JSON.stringify(emailsOf(shop))).not.toContain("/files/");
  });

  test("says when a subscription renews, and once it is cancelled when it ends", async () => {
    const { shop, sessionId, control, id } = await member();
    expect(shop.mails[0]?.text).toContain("renews December 21, 2026");
    shop.clock.advance(10 * 60_000);
    control.cancel(id, { atPeriodEnd: true });
    await shop.settle();
    await shop.browser.post("/api/orders/resend", { sessionId });
    await shop.settle();
    expect(shop.mails[1]?.text).toContain("cancelled: it ends on December 21, 2026.");
  });

  test("is written when it is sent, without what was withdrawn and what another order holds", async () => {
    const shop = await openShop();
    await buy(shop, openBrowser(shop), { products: [shop.book], email: "other@example.com" });
    await pay(shop, shop.browser, { products: [shop.pack, shop.book] });
    await shop.simulator.control.webhooks.idle();
    await handleDueEvents(shop.deps);
    const now = shop.clock.now();
    changeRow(shop, orderItems, 3, { revokedAt: now });
    shop.db.sqlite.exec("UPDATE files SET title = 'Month One, corrected' WHERE id = 1");
    await shop.settle();
    const text = shop.mails.at(-1)?.text ?? "";
    expect(text).toContain("Month One, corrected");
    expect(text).toContain("Premium Pack 2");
    expect(text).not.toContain("Dinosaur");
  });
});

describe("several senders", () => {
  async function queued(count: number) {
    const shop = await openShop();
    shop.simulator.control.webhooks.mode = "hold";
    for (let n = 0; n < count; n++) {
      await pay(shop, openBrowser(shop), { products: [shop.book], email: `b${n}@example.com` });
    }
    await shop.simulator.control.webhooks.flush();
    await handleDueEvents(shop.deps);
    return { shop, send: shop.mailer.send, recipients: () => shop.mails.map(({ to }) => to) };
  }

  test("go on while one of them waits for a slow server", async () => {
    const { shop, send, recipients } = await queued(6);
    const slow = Promise.withResolvers<void>();
    shop.mailer.send = async (mail) => {
      if (mail.to === "b0@example.com") await slow.promise;
      await send(mail);
    };
    const stuck = sendDueMails(shop.deps);
    await sendDueMails(shop.deps);
    expect(recipients()).toHaveLength(5);
    expect(recipients()).not.toContain("b0@example.com");
    slow.resolve();
    await stuck;
    expect(recipients()).toHaveLength(6);
  });
});

const SECONDS_45_MS = 45_000;
const refused = (code: string, reply?: number) => async () => {
  throw Object.assign(new Error(code), { code, ...(reply && { responseCode: reply }) });
};

/** Advances the clock in steps of 45 s; sends due mails and rechecks the mail server each time. */
async function pass(shop: Shop, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += SECONDS_45_MS) {
    shop.clock.advance(SECONDS_45_MS);
    await sendDueMails(shop.deps);
    await retryMails(shop.deps);
  }
}

/** Opens a shop whose mails `send` refused for an hour; the next retry is in half an hour. */
async function shopAfterHour(send: () => Promise<void>): Promise<Shop> {
  // Removes the jitter from retry delays.
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
