import { describe, expect, test } from "vitest";
import { emails } from "../../../db/schema.ts";
import { updateRow } from "../../../db/record.ts";
import { queueMail } from "../../../server/domain/queue-mail.ts";
import { formatBytes } from "../../../server/contract/format.ts";
import { sendDueMails } from "../../../server/mails/send.ts";
import { openBrowser } from "../../support/browser.ts";
import { member } from "../../support/member.ts";
import { buy, openShop, PACK_CONTENTS, pay, readDetail, type Shop } from "../../support/shop.ts";

const rows = ({ db }: Shop) => db.select().from(emails).all();

describe("not sent", () => {
  test("a mail that the server refuses waits with the reason, and its order stays paid", async () => {
    const shop = await openShop();
    shop.mailer.send = async () => {
      throw new Error("451 try later");
    };
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    expect(rows(shop)).toMatchObject([
      { status: "queued", attempts: 1, lastError: "451 try later" },
    ]);
    const pause = (rows(shop)[0]?.nextAttemptAt.getTime() ?? 0) - shop.clock.now().getTime();
    expect(pause).toBeGreaterThanOrEqual(15_000);
    expect(pause).toBeLessThanOrEqual(30_000);
    expect((await readDetail(shop.browser, sessionId)).status).toBe("paid");
  });

  test("is sent by a later try under the same Message-ID", async () => {
    const shop = await openShop();
    const { send } = shop.mailer;
    const tried: string[] = [];
    shop.mailer.send = async (mail) => {
      tried.push(mail.messageId);
      if (tried.length < 3) throw new Error("451 try later");
      await send(mail);
    };
    await buy(shop, shop.browser, { products: [shop.pack] });
    for (let i = 0; i < 2; i++) {
      shop.clock.advance(60_000);
      await shop.settle();
    }
    expect(tried).toEqual([rows(shop)[0]?.messageId, tried[0], tried[0]]);
    expect(rows(shop)).toMatchObject([{ status: "sent", attempts: 3, lastError: null }]);
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
    await buy(shop, shop.browser, { products: [shop.pack] });
    expect(rows(shop)).toMatchObject([{ status: "queued", attempts: 1 }, { status: "sent" }]);
    expect(rows(shop)[0]?.lastError).toContain(reason);
  });

  test("its log line names no address", async () => {
    const shop = await openShop();
    shop.mailer.send = async () => {
      throw new Error("550 5.1.1 <buyer@example.com>: user unknown");
    };
    await buy(shop, shop.browser, { products: [shop.pack] });
    const line = shop.logged.find((entry) => entry["msg"] === "mail not sent");
    expect(line).toMatchObject({ email: 1, kind: "delivery" });
    expect(JSON.stringify(shop.logged)).not.toContain("buyer@example.com");
    expect(rows(shop)[0]?.lastError).toContain("550 5.1.1");
  });
});

describe("the delivery mail", () => {
  test("names the order, each file with its size and a link that works signed out", async () => {
    const shop = await openShop();
    await buy(shop, shop.browser, { products: [shop.pack, shop.book] });
    const [mail] = shop.mails;
    const stored = rows(shop)[0];
    const number = shop.db.sqlite.prepare("SELECT number FROM orders").pluck().get();
    expect(mail).toMatchObject({
      to: "buyer@example.com",
      replyTo: "hello@papercub.example",
      messageId: stored?.messageId,
      subject: `Your printables are ready (order ${number})`,
    });
    for (const body of [mail?.text ?? "", decode(mail?.html ?? "")]) {
      for (const part of [
        String(number),
        "hello@papercub.example",
        "Premium Pack",
        "Dinosaur Busy Book",
        "$49.00 USD",
        "Hello Demo",
      ]) {
        expect(body).toContain(part);
      }
      for (const title of ["Premium Pack 1", "Premium Pack 2", "Dinosaur Busy Book 1"]) {
        expect(body).toContain(title);
      }
      for (const content of [...PACK_CONTENTS, "dino"]) {
        expect(body).toContain(formatBytes(content.length));
      }
      const links = linksOf(body);
      expect(links).toHaveLength(4);
      const answers = await Promise.all(links.map((link) => shop.app.request(link)));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    }
    expect(stored).toMatchObject({ subject: mail?.subject });
    expect(JSON.stringify(rows(shop))).not.toContain("/files/");
  });

  test("says of a subscription when it renews, and once it is cancelled when it ends", async () => {
    const { shop, sessionId, control, id } = await member();
    const account = "http://localhost:3000/account";
    expect(shop.mails[0]?.text).toContain(
      `Monthly Club\n$9.99 USD a month, renews December 21, 2026. Cancel any time in your account: ${account}\n`,
    );
    shop.clock.advance(10 * 60_000);
    control.cancel(id, { atPeriodEnd: true });
    await shop.settle();
    await shop.browser.post("/api/orders/resend", { sessionId });
    await shop.settle();
    expect(shop.mails[1]?.text).toContain(
      "$9.99 USD a month, cancelled: it ends on December 21, 2026.",
    );
    expect(shop.mails[1]?.text).not.toContain("renews");
  });

  test("names the address that opens the files when its links have ended", async () => {
    const shop = await openShop();
    await buy(shop, shop.browser, { products: [shop.pack], email: "Anna@Example.com" });
    expect(shop.mails[0]?.text).toContain(
      "sign in with anna@example.com at http://localhost:3000/account or use Find my order: http://localhost:3000/orders/find",
    );
  });

  test("leaves out what has been withdrawn, and what another order holds", async () => {
    const shop = await openShop();
    await buy(shop, openBrowser(shop), { products: [shop.book], email: "other@example.com" });
    shop.mailer.send = async () => {
      throw new Error("later");
    };
    await buy(shop, shop.browser, { products: [shop.pack, shop.book] });
    const { orderItems } = await import("../../../db/schema.ts");
    const now = shop.clock.now();
    shop.db.write((tx) => updateRow(tx, orderItems, 3, { revokedAt: now }, { actor: "t", now }));
    shop.mailer.send = async (mail) => void shop.mails.push(mail);
    shop.clock.advance(60_000);
    await shop.settle();
    const text = shop.mails.at(-1)?.text ?? "";
    expect(text).toContain("Premium Pack 1");
    expect(text).not.toContain("Dinosaur");
  });

  test("is written when it is sent: a correction made while it waited is in it", async () => {
    const shop = await openShop();
    await pay(shop, shop.browser, { products: [shop.pack] });
    await shop.simulator.control.webhooks.idle();
    shop.db.sqlite.exec("UPDATE files SET title = 'Month One, corrected' WHERE id = 1");
    await shop.settle();
    expect(shop.mails[0]?.text).toContain("Month One, corrected");
  });
});

describe("several senders", () => {
  async function queued(count: number) {
    const shop = await openShop();
    shop.simulator.control.webhooks.mode = "hold";
    for (let i = 0; i < count; i++) {
      await pay(shop, openBrowser(shop), { products: [shop.book], email: `b${i}@example.com` });
    }
    await shop.simulator.control.webhooks.flush();
    const { handleDueEvents } = await import("../../../server/jobs/inbox.ts");
    await handleDueEvents(shop.deps);
    return shop;
  }

  test("never send the same mail twice", async () => {
    const shop = await queued(10);
    const { send } = shop.mailer;
    shop.mailer.send = async (mail) => {
      await new Promise((resolve) => setImmediate(resolve));
      await send(mail);
    };
    await Promise.all(Array.from({ length: 5 }, () => sendDueMails(shop.deps)));
    const recipients = shop.mails.map((mail) => mail.to).toSorted();
    const expected = Array.from({ length: 10 }, (_, i) => `b${i}@example.com`);
    expect(recipients).toEqual(expected.toSorted());
    expect(rows(shop).every((email) => email.status === "sent" && email.attempts === 1)).toBe(true);
  });

  test("go on while one of them waits for a slow server", async () => {
    const shop = await queued(6);
    const { send } = shop.mailer;
    const slow = Promise.withResolvers<void>();
    shop.mailer.send = async (mail) => {
      if (mail.to === "b0@example.com") await slow.promise;
      await send(mail);
    };
    const stuck = sendDueMails(shop.deps);
    await sendDueMails(shop.deps);
    expect(shop.mails).toHaveLength(5);
    expect(shop.mails.map((mail) => mail.to)).not.toContain("b0@example.com");
    slow.resolve();
    await stuck;
    expect(shop.mails).toHaveLength(6);
  });
});

function linksOf(body: string): string[] {
  const found = body.match(/http:\/\/localhost:3000\/files\/[^\s"<]+/g) ?? [];
  return [...new Set(found)];
}

function decode(html: string): string {
  return html.replaceAll("&amp;", "&").replaceAll("<!-- -->", "");
}
