import { describe, expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { orderItems } from "../../../db/schema.ts";
import { queueMail } from "../../../server/domain/queue-mail.ts";
import { handleDueEvents } from "../../../server/domain/money/webhook-inbox.ts";
import { sendDueMails } from "../../../server/mails/send.ts";
import { openBrowser } from "../../support/browser.ts";
import { linksIn } from "../../support/mail.ts";
import { member } from "../../support/member.ts";
import { emailsOf } from "../../support/money.ts";
import { buy, openShop, pay, readDetail, type Shop } from "../../support/shop.ts";

const buyPack = (shop: Shop) => buy(shop, shop.browser, { products: [shop.pack] });

describe("not sent", () => {
  test("a refused mail waits with the reason, and leaves later under the same Message-ID", async () => {
    const shop = await openShop();
    const { send } = shop.mailer;
    const tried: string[] = [];
    shop.mailer.send = async (mail) => {
      tried.push(mail.messageId);
      if (tried.length < 3) throw new Error("451 try later");
      await send(mail);
    };
    const sessionId = await buyPack(shop);
    const [waiting] = emailsOf(shop);
    expect(waiting).toMatchObject({ status: "queued", attempts: 1, lastError: "451 try later" });
    const pause = (waiting?.nextAttemptAt.getTime() ?? 0) - shop.clock.now().getTime();
    expect(pause).toBeGreaterThanOrEqual(15_000);
    expect(pause).toBeLessThanOrEqual(30_000);
    expect((await readDetail(shop.browser, sessionId)).status).toBe("paid");

    for (let later = 0; later < 2; later++) {
      shop.clock.advance(60_000);
      await shop.settle();
    }
    expect(tried).toEqual(Array(3).fill(waiting?.messageId));
    expect(emailsOf(shop)).toMatchObject([{ status: "sent", attempts: 3, lastError: null }]);
    expect(shop.mails).toHaveLength(1);
  });

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
    shop.db.write((tx) => updateRow(tx, orderItems, 3, { revokedAt: now }, { actor: "t", now }));
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

  test("never send the same mail twice", async () => {
    const { shop, send, recipients } = await queued(10);
    shop.mailer.send = async (mail) => {
      await new Promise((resolve) => setImmediate(resolve));
      await send(mail);
    };
    await Promise.all(Array.from({ length: 5 }, () => sendDueMails(shop.deps)));
    const expected = Array.from({ length: 10 }, (_, n) => `b${n}@example.com`);
    expect(recipients().toSorted()).toEqual(expected);
    const sent = emailsOf(shop).filter((row) => row.status === "sent" && row.attempts === 1);
    expect(sent).toHaveLength(10);
  });

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
