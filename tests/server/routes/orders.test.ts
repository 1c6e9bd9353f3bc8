import { describe, expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { emails, orderItems } from "../../../db/schema.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import { buy, MINUTE_MS, openShop, pay } from "../../support/shop.ts";

const PATH = "/api/orders/resend";

describe("refused", () => {
  test.each<[string, unknown, number]>([
    ["broken JSON", "{", 400],
    ["no session", {}, 422],
    ["an empty session", { sessionId: "" }, 422],
    ["a number", { sessionId: 5 }, 422],
    ["a list", { sessionId: ["cs_test_1"] }, 422],
    ["a session of 301 characters", { sessionId: "c".repeat(301) }, 422],
    ["a body past 64 kB", { sessionId: "cs_test_1", filler: "x".repeat(70_000) }, 413],
  ])("%s", async (_name, body, status) => {
    const { browser, db } = await openShop();
    expect((await browser.post(PATH, body)).status).toBe(status);
    expect(db.select().from(emails).all()).toEqual([]);
  });

  test("a request from another site", async () => {
    const shop = await openShop();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    const response = await shop.browser.post(
      PATH,
      { sessionId },
      { Origin: "https://evil.example" },
    );
    expect(response.status).toBe(403);
    expect(shop.db.select().from(emails).all()).toHaveLength(1);
  });

  test("the eleventh request in ten minutes from one client", async () => {
    const { browser } = await openShop();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await browser.post(PATH, { sessionId: "cs_test_1" })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    const refused = await browser.post(PATH, { sessionId: "cs_test_1" });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: "rate_limited" });
  });
});

test("unknown, unpaid, processing and paid sessions get the same answer", async () => {
  const shop = await openShop();
  const open = await startCheckout(openBrowser(shop), [shop.book]);
  const processing = await pay(shop, openBrowser(shop), {
    products: [shop.pack],
    card: "4000000000003220",
  });
  const paid = await buy(shop, shop.browser, { products: [shop.pack] });
  shop.clock.advance(6 * MINUTE_MS);
  const answers = await Promise.all(
    ["cs_test_unknown", open, processing, paid].map(async (sessionId) => {
      const response = await openBrowser(shop).post(PATH, { sessionId });
      return { status: response.status, body: await response.text() };
    }),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"status":200,"body":"{\\"success\\":true}"}']),
  );
  expect(answers).toHaveLength(4);
  await shop.settle();
  const files = shop.mails.filter(({ text }) => text.includes("/files/"));
  expect(files.map((mail) => mail.to)).toEqual(["buyer@example.com", "buyer@example.com"]);
});

test("the mail goes to the buyer alone, whoever asks, with links that work", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, {
    products: [shop.pack],
    email: "a@example.com",
  });
  shop.clock.advance(60 * MINUTE_MS);
  await openBrowser(shop).post(PATH, { sessionId, email: "thief@example.com" });
  await shop.settle();
  const mail = shop.mails.at(-1);
  expect(shop.mails).toHaveLength(2);
  expect(mail?.to).toBe("a@example.com");
  expect(mail?.messageId).not.toBe(shop.mails[0]?.messageId);
  const link = /http:\/\/localhost:3000(\/files\/\d+\/\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect((await shop.app.request(SITE + link)).status).toBe(200);
});

test("five mails in 24 hours, with the same answer to all who ask", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const ask = async () => {
    shop.clock.advance(4 * 60 * MINUTE_MS);
    const response = await shop.browser.post(PATH, { sessionId });
    expect(await response.json()).toEqual({ success: true });
    await shop.settle();
    return shop.mails.length;
  };
  const counts: number[] = [];
  for (let time = 0; time < 7; time++) counts.push(await ask());
  expect(counts).toEqual([2, 3, 4, 5, 6, 6, 7]);
});

test("a mailbox that refuses mail is not tried any more often", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  for (let time = 0; time < 9; time++) {
    await shop.browser.post(PATH, { sessionId });
    shop.db.update(emails).set({ status: "dead" }).run();
    shop.clock.advance(1);
  }
  expect(shop.db.select().from(emails).all()).toHaveLength(6);
});

describe("a mail at most every five minutes", () => {
  async function bought() {
    const shop = await openShop();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    const ask = async () => {
      await shop.browser.post(PATH, { sessionId });
      await shop.settle();
      return shop.mails.length;
    };
    return { shop, ask };
  }

  test("however often it is asked for", async () => {
    const { shop, ask } = await bought();
    shop.clock.advance(30 * MINUTE_MS);
    expect([await ask(), await ask(), await ask()]).toEqual([2, 2, 2]);
    shop.clock.advance(5 * MINUTE_MS - 1);
    expect(await ask()).toBe(2);
    shop.clock.advance(1);
    expect(await ask()).toBe(3);
  });

  test("whatever the hour: just before and just after a full five minutes too", async () => {
    const { shop, ask } = await bought();
    shop.clock.advance(35 * MINUTE_MS - 1000);
    expect(await ask()).toBe(2);
    shop.clock.advance(2000);
    expect(await ask()).toBe(2);
  });

  test("counted from the first delivery, too", async () => {
    const { shop, ask } = await bought();
    shop.clock.advance(5 * MINUTE_MS - 1);
    expect(await ask()).toBe(1);
    shop.clock.advance(1);
    expect(await ask()).toBe(2);
  });
});

test("an order whose items are all withdrawn is not mailed again", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const now = shop.clock.now();
  shop.db.write((tx) => updateRow(tx, orderItems, 1, { revokedAt: now }, { actor: "t", now }));
  shop.clock.advance(60 * MINUTE_MS);
  expect((await shop.browser.post(PATH, { sessionId })).status).toBe(200);
  await shop.settle();
  expect(shop.mails).toHaveLength(1);
});
