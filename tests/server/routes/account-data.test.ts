import { expect, test } from "vitest";
import { contactSubmissions, mailPreferences } from "../../../db/buyer-schema.ts";
import { orders } from "../../../db/schema.ts";
import type { Browser } from "../../support/browser.ts";
import { DELAYED_CARD, ordersOf } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { readZip } from "../../support/read-zip.ts";
import { addRow, changeRow, copyOrder } from "../../support/rows.ts";
import { buy, openShop, signIn } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";

const ANNA = "anna@example.com";
const BERT = "bert@example.com";
const CALL = "/api/account/data";

async function open() {
  const shop = await openShop({ web: realPages });
  const anna = await signedIn(shop, ANNA);
  return { ...shop, anna };
}

/** Downloads the data of a browser's user: the parsed JSON, and the text of all files by name. */
async function download(browser: Browser) {
  const answer = await browser.get(CALL);
  expect(answer.status).toBe(200);
  const entries = readZip(new Uint8Array(await answer.arrayBuffer()));
  const files = new Map(entries.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]));
  const data = JSON.parse(files.get("data.json") ?? "") as Record<string, unknown[]>;
  return { answer, files, data };
}

test("the data of a buyer has all that is stored about them, and a receipt of each paid order", async () => {
  const t = await open();
  await buy(t, t.anna, { products: [t.pack], email: ANNA });
  await buy(t, t.anna, { products: [t.book], email: ANNA, card: DELAYED_CARD });
  const { clock } = t;
  const note = { name: "Anna Bear", email: ANNA, message: "Ça va?", status: "new" as const };
  addRow(t, contactSubmissions, note);
  addRow(t, mailPreferences, { email: ANNA, topic: "news", wanted: false });
  const ben = signIn(t, BERT);
  await buy(t, ben, { products: [t.book], email: BERT });

  const { answer, files, data } = await download(t.anna);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="my-data.zip"');
  const now = clock.now().toISOString();
  expect(data).toMatchObject({
    account: { email: ANNA, createdAt: now },
    sessions: [{ device: "Unknown browser" }],
    externalLogins: [],
    mailPreferences: [{ topic: "news", wanted: false }],
    subscriptions: [],
    messages: [{ name: "Anna Bear", message: "Ça va?" }],
    otherMails: [{ kind: "code", recipient: ANNA }],
    orders: [
      {
        status: "paid",
        email: ANNA,
        totalAmount: 3700,
        items: [{ name: "Premium Pack", paidAmount: 3700 }],
        mails: [{ kind: "delivery", recipient: ANNA }],
      },
      { status: "processing", items: [{ name: "Dinosaur Busy Book" }] },
    ],
  });
  const json = files.get("data.json") ?? "";
  for (const hidden of [BERT, "token", "hash", "Hash", "cs_test", "pi_"]) {
    expect(json).not.toContain(hidden);
  }

  const [paid] = ordersOf(t);
  const receipt = `receipts/${paid?.number}.html`;
  expect([...files.keys()]).toEqual(["data.json", receipt]);
  const html = files.get(receipt) ?? "";
  for (const text of [paid?.number ?? "", ANNA, "Premium Pack", "$37.00 USD", "<style>"]) {
    expect(html).toContain(text);
  }
  // The file needs neither a script nor the shop, and does not show the shop's frame.
  expect(html).not.toMatch(/<script|<link|<header|<footer/);
});

test("hostile texts stay texts in both files", async () => {
  const t = await open();
  await buy(t, t.anna, { products: [t.pack], email: ANNA });
  const name = '"}]</title><script>alert(1)</script>\u2028';
  changeRow(t, orders, ordersOf(t)[0]?.id ?? 0, { customerName: name });
  const { files, data } = await download(t.anna);
  expect(data["orders"]).toMatchObject([{ name }]);
  expect([...files.values()].at(-1)).not.toContain("<script");
});

test("who gets a gift learns nothing about its payment; who gives one, about its mails", async () => {
  const t = await open();
  const ben = await signedIn(t, BERT);
  await buy(t, t.anna, { products: [t.pack], email: ANNA });
  const given = { userId: null, giftTo: ANNA, giverEmail: BERT, customerName: "Bert Fox" };
  changeRow(t, orders, ordersOf(t)[0]?.id ?? 0, given);
  const recipient = await download(t.anna);
  expect(recipient.data["orders"]).toMatchObject([{ email: ANNA, mails: [{ kind: "delivery" }] }]);
  const json = recipient.files.get("data.json") ?? "";
  for (const hidden of [BERT, "Bert Fox", "3700"]) expect(json).not.toContain(hidden);
  const giver = await download(ben);
  const masked = "an••••@ex••••.com";
  expect(giver.data["orders"]).toMatchObject([
    { name: "Bert Fox", email: masked, totalAmount: 3700, mails: [] },
  ]);
});

test("a reader that goes away ends the download", async () => {
  const t = await open();
  const reader = (await t.anna.get(CALL)).body?.getReader();
  await reader?.read();
  await expect(reader?.cancel()).resolves.toBeUndefined();
});

test("many orders are sent in parts, and an eleventh download within an hour is refused", async () => {
  const t = await open();
  await buy(t, t.anna, { products: [t.pack], email: ANNA });
  copyOrder(t, 50);
  const { data, files } = await download(t.anna);
  expect([data["orders"]?.length, files.size]).toEqual([51, 52]);
  for (let count = 1; count < 10; count++) {
    expect((await t.anna.send(CALL, { method: "HEAD" })).status).toBe(200);
  }
  const refused = await t.anna.get(CALL);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});
