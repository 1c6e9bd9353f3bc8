import { describe, expect, test } from "vitest";
import { contactSubmissions, mailPreferences } from "../../../db/buyer-schema.ts";
import { testimonials } from "../../../db/content-schema.ts";
import {
  changes,
  oneTimeCodes,
  orderNotes,
  orders,
  sessions,
  subscriptionRecords,
  users,
} from "../../../db/schema.ts";
import { passkeys } from "../../../db/passkey-schema.ts";
import { queueNewVersion } from "../../../server/domain/files/new-version.ts";
import { syncReversals } from "../../../server/domain/money/reversals.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { adminAuthor } from "../../support/admin-author.ts";
import { DELAYED_CARD, fileLink, itemsOf, ordersOf, statusOf } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { addRow, changeRow, copyOrder } from "../../support/rows.ts";
import { buy, openShop, signIn } from "../../support/shop.ts";
import { codeIn, signedIn } from "../../support/sign-in.ts";

const ANNA = "anna@example.com";
const BERT = "bert@example.com";
const PATH = "/account/delete";
const WRONG = "That code isn&#x27;t right";

/** Opens a shop in which Anna is signed in and has bought the pack. */
async function open({ card = "4242424242424242" } = {}) {
  const shop = await openShop({ web: realPages });
  const anna = await signedIn(shop, ANNA);
  const sessionId = await buy(shop, anna, { products: [shop.pack], email: ANNA, card });
  return { ...shop, anna, sessionId };
}

type Open = Awaited<ReturnType<typeof open>>;

const annaOf = ({ db }: Pick<Open, "db">) =>
  db
    .select()
    .from(users)
    .all()
    .find(({ email }) => email === ANNA);

async function post(browser: Browser, fields: Record<string, string>) {
  const answer = await browser.postForm(PATH, fields);
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}

async function askForCode(t: Open, browser = t.anna): Promise<string> {
  expect((await post(browser, { files: "keep" })).status).toBe(200);
  await t.settle();
  return codeIn(t, ANNA);
}

async function deleteAnna(t: Open, files: "keep" | "end" = "keep") {
  const otp = await askForCode(t);
  const answer = await post(t.anna, { files, otp });
  expect(answer.status).toBe(200);
  expect(answer.html).toContain("Your account is deleted");
  return answer;
}

describe("an account is not deleted", () => {
  test("for a visitor who is not signed in", async () => {
    const t = await open();
    const stranger = openBrowser(t);
    const answers = [await stranger.get(PATH), await stranger.postForm(PATH, { files: "end" })];
    expect(answers.map(({ status }) => status)).toEqual([302, 303]);
    for (const { headers } of answers) {
      expect(headers.get("Location")).toBe("/login?returnUrl=%2Faccount%2Fdelete");
    }
    expect((await stranger.get("/api/account/data")).status).toBe(401);
  });

  test.each<[string, string, (t: Open) => void]>([
    [
      "an administrator, even without a passkey check",
      "You run this shop.",
      (t) => {
        const id = annaOf(t)?.id ?? 0;
        changeRow(t, users, id, { isAdmin: true });
        const key = { credentialId: "k", publicKey: "k", counter: 0, transports: [], name: "Key" };
        addRow(t, passkeys, { userId: id, ...key });
      },
    ],
    [
      "a buyer with an open dispute, even if the owner has ticked it off",
      "disputed at your bank",
      (t) => {
        const orderId = ordersOf(t)[0]?.id ?? 0;
        addRow(t, orderNotes, { orderId, kind: "dispute_open", doneAt: t.clock.now() });
      },
    ],
    [
      "a subscriber",
      "You have a subscription that renews.",
      (t) => void addRow(t, subscriptionRecords, recordOf(t)),
    ],
  ])("of %s, who reads why, and gets no code", async (_name, reason, arrange) => {
    const t = await open();
    const otp = await askForCode(t);
    arrange(t);
    const codes = () => t.db.select().from(oneTimeCodes).all().length;
    const before = codes();
    const page = await t.anna.get(PATH);
    expect(await page.text()).toContain(reason);
    const steps: Record<string, string>[] = [{ files: "end" }, { files: "end", otp }];
    for (const fields of steps) {
      const { status, html } = await post(t.anna, fields);
      expect(status).toBe(409);
      expect(html).toContain(reason);
      expect(html).not.toContain('name="files"');
    }
    expect(codes()).toBe(before);
    expect(annaOf(t)).toBeDefined();
    expect(ordersOf(t)).toMatchObject([{ accountDeletedAt: null, email: ANNA }]);
  });

  test("while a payment is processing", async () => {
    const t = await open({ card: DELAYED_CARD });
    const { status, html } = await post(t.anna, { files: "keep" });
    expect(status).toBe(409);
    expect(html).toContain("still processing one of your payments");
    t.simulator.control.settle(t.sessionId, "succeeded");
    await t.settle();
    await deleteAnna(t);
  });

  test("with a wrong code, a code of another browser or a stolen session without the mailbox", async () => {
    const t = await open();
    const otp = await askForCode(t);
    const wrong = otp === "000000" ? "000001" : "000000";
    const thief = openBrowser(t);
    thief.cookies.set("session", t.anna.cookies.get("session") ?? "");
    for (const [browser, code] of [
      [t.anna, wrong],
      [t.anna, ""],
      [thief, otp],
    ] as const) {
      const { status, html } = await post(browser, { files: "end", otp: code });
      expect([status, html.includes(WRONG)]).toEqual([400, true]);
    }
    expect(annaOf(t)).toBeDefined();
    // Five wrong guesses use a code up.
    for (let guess = 0; guess < 4; guess++) await post(t.anna, { files: "end", otp: wrong });
    expect((await post(t.anna, { files: "end", otp })).status).toBe(400);
    expect(annaOf(t)).toBeDefined();
  });

  test("after too many codes, and the page says so", async () => {
    const t = await open();
    for (let count = 0; count < 4; count++) await post(t.anna, { files: "keep" });
    const { status, html, headers } = await post(t.anna, { files: "keep" });
    expect([status, html.includes("Too many requests")]).toEqual([429, true]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

function recordOf(t: Open, status = "active") {
  const userId = annaOf(t)?.id ?? 0;
  return { userId, email: ANNA, sessionId: t.sessionId, status };
}

describe("a deleted account", () => {
  test("is gone with its sessions, messages and history, in both tabs", async () => {
    const t = await open();
    const phone = await signedIn(t, ANNA);
    const message = { name: "Anna Bear", email: ANNA, message: "Hello", status: "new" as const };
    for (let count = 0; count < 25; count++) addRow(t, contactSubmissions, message);
    addRow(t, contactSubmissions, { ...message, email: BERT });
    addRow(t, subscriptionRecords, recordOf(t, "canceled"));
    const orderId = ordersOf(t)[0]?.id ?? 0;
    addRow(t, testimonials, { text: "Lovely", author: "Anna", orderId, sentText: "Lovely" });
    const otp = await askForCode(t);
    const [first, second] = await Promise.all([
      post(t.anna, { files: "keep", otp }),
      post(t.anna, { files: "keep", otp }),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 400]);
    expect(first.headers.get("Clear-Site-Data") ?? second.headers.get("Clear-Site-Data")).toBe(
      '"cache"',
    );
    expect(annaOf(t)).toBeUndefined();
    expect(t.db.select().from(sessions).all()).toEqual([]);
    expect(t.db.select().from(subscriptionRecords).all()).toEqual([]);
    expect(t.db.select().from(contactSubmissions).all()).toMatchObject([{ email: BERT }]);
    expect(t.db.select().from(testimonials).all()).toEqual([]);
    const history = t.db.select().from(changes).all();
    const named = history.filter(({ before, after }) =>
      JSON.stringify([before, after]).includes(ANNA),
    );
    const tables = new Set(named.map(({ tableName }) => tableName));
    expect([...tables].toSorted()).toEqual(["emails", "orders"]);
    expect((await phone.get("/api/users/me")).status).toBe(401);
    expect((await t.anna.get("/account")).status).toBe(302);
    expect((await post(t.anna, { files: "end", otp })).status).toBe(303);
  });

  test.each([
    ["keep", 200, null],
    ["end", 404, "account_deleted"],
  ] as const)("with the choice %s: mailed links answer %i", async (files, status, revokeReason) => {
    const t = await open();
    const mail = t.mails.find(({ subject }) => subject.startsWith("Your printables"));
    const link = fileLink(mail?.text, "");
    await deleteAnna(t, files);
    expect(await statusOf(t, link)).toBe(status);
    expect(itemsOf(t)).toMatchObject([{ revokeReason }]);
    expect(ordersOf(t)).toMatchObject([
      { email: ANNA, userId: null, browserHash: null, accountDeletedAt: t.clock.now() },
    ]);
  });

  test("stays ended when the provider reports on the payment later", async () => {
    const t = await open();
    await deleteAnna(t, "end");
    await syncReversals(t.deps, ordersOf(t)[0]?.paymentIntentId ?? "");
    expect(itemsOf(t)).toMatchObject([{ revokeReason: "account_deleted" }]);
  });

  test("shows none of its orders again, by account, browser or “Find my order”", async () => {
    const t = await open();
    const other = await signedIn(t, ANNA);
    await buy(t, other, { products: [t.book], email: ANNA });
    await deleteAnna(t);
    t.mails.length = 0;
    await other.post("/api/orders/find", { email: ANNA });
    t.clock.advance(120_000);
    await t.settle();
    expect(t.mails).toEqual([]);
    const again = await signedIn(t, ANNA, other);
    const [{ number } = { number: "" }] = ordersOf(t);
    expect((await again.get(`/account/orders/${number}`)).status).toBe(404);
    expect(await (await again.get("/account")).text()).toContain("No Purchases Yet");
    // A new purchase belongs to the new account.
    await buy(t, again, { products: [t.pack], email: ANNA });
    expect(await (await again.get("/account")).text()).toContain("Premium Pack");
  });

  test("gets no news; stopped mails stay stopped", async () => {
    const t = await open();
    addRow(t, mailPreferences, { email: ANNA, topic: "news", wanted: true });
    addRow(t, mailPreferences, { email: ANNA, topic: "reminders", wanted: false });
    await deleteAnna(t);
    const preferences = () => t.db.select().from(mailPreferences).all();
    expect(preferences()).toMatchObject([{ topic: "reminders", wanted: false }]);
    // Anna agrees to news of a later purchase.
    addRow(t, mailPreferences, { email: ANNA, topic: "news", wanted: true });
    const author = adminAuthor(t);
    const [file] = t.db.sqlite.prepare("SELECT id FROM files").pluck().all() as number[];
    t.db.sqlite.exec("UPDATE file_versions SET created_at = created_at + 1000");
    const news = { productId: t.pack, fileId: file ?? 0, author };
    expect(await queueNewVersion(t.deps, news)).toBe(0);
  });

  test("leaves an order to the other account that shows it", async () => {
    const t = await open();
    const bert = signIn(t, BERT);
    const [order] = ordersOf(t);
    changeRow(t, orders, order?.id ?? 0, { email: BERT });
    await deleteAnna(t, "end");
    expect(ordersOf(t)).toMatchObject([{ userId: null, accountDeletedAt: null, email: BERT }]);
    expect(itemsOf(t)).toMatchObject([{ revokedAt: null }]);
    expect(await (await bert.get("/account")).text()).toContain("Premium Pack");
  });

  test("leaves unfinished checkouts to a guest", async () => {
    const t = await open();
    copyOrder(t, 30, { paidAt: null, email: null, status: "expired" });
    await deleteAnna(t);
    expect(ordersOf(t).filter(({ userId }) => userId !== null)).toEqual([]);
  });
});
