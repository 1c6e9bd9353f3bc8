import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { contactSubmissions, mailPreferences } from "../../../db/buyer-schema.ts";
import { passkeyChanges, passkeys } from "../../../db/passkey-schema.ts";
import { changes, orders, sessions, subscriptionRecords, users } from "../../../db/schema.ts";
import { savedViews } from "../../../db/store-schema.ts";
import { storePasskey } from "../../support/authenticator.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { NEW, OLD, openAnnasShop, targetOf } from "../../support/change-email.ts";
import {
  DAY_MS,
  DELAYED_CARD,
  emailsOf,
  fileLink,
  HOUR_MS,
  ordersOf,
  statusOf,
} from "../../support/money.ts";
import { anna, openLoginShop } from "../../support/login-shop.ts";
import { addRow } from "../../support/rows.ts";
import { buy } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";

describe("with both codes", () => {
  test("the account and its orders move, and mailed links stay; others' orders do not", async () => {
    const t = await openAnnasShop();
    await buy(t, t.own, { products: [t.pack], email: OLD });
    await buy(t, openBrowser(t), { products: [t.book], email: OLD });
    t.clock.advance(2 * DAY_MS);
    const poster = await t.addProduct({ name: "Poster", price: 500, contents: ["poster"] });
    const sessionId = await buy(t, t.own, { products: [poster] });
    await t.own.post("/api/orders/address", { sessionId, email: "grandma@example.com" });
    await buy(t, openBrowser(t), { products: [t.book], email: "bert@example.com" });
    const link = fileLink(t.mails.find(({ text }) => text.includes("/files/"))?.text, "Premium");
    const before = emailsOf(t).length;
    const answer = await t.confirm(await t.asked());
    expect(targetOf(answer)).toEqual([303, "/account?email=changed#change-email"]);
    await t.settle();
    expect(ordersOf(t).map(({ email, linkEpoch }) => [email, linkEpoch])).toEqual([
      [NEW, 1],
      [NEW, 1],
      ["grandma@example.com", 2],
      ["bert@example.com", 1],
    ]);
    expect(await statusOf(t, link)).toBe(200);
    expect(await t.user()).toMatchObject({ email: NEW });
    const purchases = await (await t.own.get("/api/products/purchased-products")).json();
    expect(purchases).toHaveLength(3);
    const sent = emailsOf(t).slice(before);
    expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["email_change", OLD],
      ["email_change", NEW],
      ["email_changed", OLD],
    ]);
    expect(t.mails.at(-1)?.text).toContain("an••••@wo••••.example");
    expect(JSON.stringify(t.logged)).not.toMatch(/anna@/);
  });

  test("every other session ends, also a copy of this one", async () => {
    const t = await openAnnasShop();
    const [phone, copy] = [await signedIn(t, OLD), openBrowser(t)];
    copy.cookies.set("session", t.own.cookies.get("session") ?? "");
    await t.confirm(await t.asked());
    const statuses = [t.own, phone, copy].map(async (by) => (await by.get("/api/users/me")).status);
    expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
    expect(t.db.select().from(sessions).all()).toHaveLength(1);
  });

  test("a repeated request changes nothing more, and old codes do nothing later", async () => {
    const t = await openAnnasShop();
    const codes = await t.asked();
    const answers = [await t.confirm(codes), await t.confirm(codes)];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    await t.settle();
    expect(emailsOf(t).filter(({ kind }) => kind === "email_changed")).toHaveLength(1);
    t.clock.advance(DAY_MS);
    await t.confirm(await t.asked(OLD, NEW));
    expect((await t.confirm(codes)).status).toBe(400);
    expect(await t.user()).toMatchObject({ email: OLD });
  });

  test("a delayed payment is delivered to the new email", async () => {
    const t = await openAnnasShop();
    const sessionId = await buy(t, t.own, { products: [t.pack], email: OLD, card: DELAYED_CARD });
    await t.confirm(await t.asked());
    t.simulator.control.settle(sessionId, "succeeded");
    await t.settle();
    expect(ordersOf(t)).toMatchObject([{ status: "paid", email: NEW }]);
    expect(emailsOf(t).at(-1)).toMatchObject({ kind: "delivery", recipient: NEW, status: "sent" });
  });

  test("a checkout that was open is delivered to the new email", async () => {
    const t = await openAnnasShop();
    const sessionId = await startCheckout(t.own, [t.pack]);
    await t.confirm(await t.asked());
    await t.simulator.control.pay(sessionId, {});
    await t.settle();
    expect(ordersOf(t)).toMatchObject([{ status: "paid", email: NEW }]);
    expect(emailsOf(t).at(-1)).toMatchObject({ kind: "delivery", recipient: NEW });
  });

  test("gifts move for giver and recipient, orders of an account deleted before do not", async () => {
    const t = await openAnnasShop();
    const bert = "bert@example.com";
    const deleted = { accountDeletedAt: t.clock.now(), giverDeletedAt: t.clock.now() };
    const parties = [
      { email: OLD, giftTo: OLD, giverEmail: bert },
      { email: bert, giftTo: bert, giverEmail: OLD },
      { email: OLD, ...deleted },
      { email: bert, giftTo: bert, giverEmail: OLD, ...deleted },
    ];
    for (const [index, party] of parties.entries()) {
      await buy(t, openBrowser(t), { products: [t.book], email: `${index}@example.com` });
      t.db
        .update(orders)
        .set(party)
        .where(eq(orders.id, index + 1))
        .run();
    }
    await t.confirm(await t.asked());
    expect(ordersOf(t)).toMatchObject([
      { email: NEW, giftTo: NEW, giverEmail: bert },
      { email: bert, giftTo: bert, giverEmail: NEW },
      ...parties.slice(2),
    ]);
  });

  test("a mail that waits goes to the new email", async () => {
    const t = await openAnnasShop();
    const sessionId = await buy(t, t.own, { products: [t.pack], email: OLD });
    t.clock.advance(HOUR_MS);
    const codes = await t.asked();
    await t.own.post("/api/orders/resend", { sessionId });
    await t.confirm(codes);
    await t.settle();
    const delivered = emailsOf(t).filter(({ kind }) => kind === "delivery");
    expect(delivered.map(({ recipient, status }) => [recipient, status])).toEqual([
      [OLD, "sent"],
      [NEW, "sent"],
    ]);
  });

  test("contact messages move, and others' do not", async () => {
    const t = await openAnnasShop();
    for (const email of [OLD, "bert@example.com"]) {
      addRow(t, contactSubmissions, { name: "Anna", email, message: "Hello", status: "new" });
    }
    await t.confirm(await t.asked());
    const messages = t.db.select().from(contactSubmissions).all();
    expect(messages.map(({ email }) => email)).toEqual([NEW, "bert@example.com"]);
  });

  test("a subscription moves, and its renewals find it", async () => {
    const t = await openAnnasShop();
    const facts = { price: 999, type: "subscription", billingPeriod: "month" } as const;
    const club = await t.addProduct({ name: "Club", ...facts, contents: ["club"] });
    await buy(t, t.own, { products: [club], email: OLD });
    const id = t.account()?.id;
    const page = await t.confirm(await t.asked());
    const records = () => t.db.select().from(subscriptionRecords).all();
    expect(records()).toMatchObject([{ email: NEW, userId: id }]);
    t.simulator.control.renew(records()[0]?.subscriptionId ?? "");
    await t.settle();
    expect(records()).toMatchObject([{ email: NEW, userId: id }]);
    const html = await (await t.own.get(page.headers.get("Location") ?? "")).text();
    expect(html).toContain("Receipts for your subscription still go to your old address.");
  });

  test.each<[former: boolean, other: boolean | null, rows: [string, boolean][]]>([
    [true, null, [[NEW, true]]],
    [true, false, [[NEW, false]]],
    [
      false,
      null,
      [
        [OLD, false],
        [NEW, false],
      ],
    ],
  ])("news wanted %s, by the new email %s", async (former, other, rows) => {
    const t = await openAnnasShop();
    await t.own.postForm("/mails/news", { wanted: former ? "1" : "0" });
    if (other !== null) {
      await (await signedIn(t, NEW)).postForm("/mails/news", { wanted: other ? "1" : "0" });
    }
    await t.confirm(await t.asked());
    const stored = t.db.select().from(mailPreferences).all();
    const found = stored.map(({ email, wanted }): [string, boolean] => [email, wanted]);
    expect(found.toSorted()).toEqual(rows);
  });

  test("an account of the new email that has paid nothing itself is merged", async () => {
    const t = await openAnnasShop();
    const facts = { price: 999, type: "subscription", billingPeriod: "month" } as const;
    const club = await t.addProduct({ name: "Club", ...facts, contents: ["club"] });
    await buy(t, openBrowser(t), { products: [club], email: NEW });
    const other = await signedIn(t, NEW);
    await startCheckout(other, [t.book]);
    const id = t.account()?.id;
    await t.confirm(await t.asked());
    expect(t.db.select().from(users).all()).toMatchObject([{ id, email: NEW }]);
    expect(t.db.select().from(subscriptionRecords).all()).toMatchObject([{ userId: id }]);
    expect(ordersOf(t)).toMatchObject([{ userId: null }, { userId: id, status: "open" }]);
    expect((await other.get("/api/users/me")).status).toBe(401);
    expect(await t.user()).toMatchObject({ id, email: NEW });
  });

  test("passkeys of former administrators end with a note, as do views of a merged one", async () => {
    const t = await openAnnasShop();
    await signedIn(t, NEW);
    const other = t.db.select().from(users).where(eq(users.email, NEW)).get();
    const view = { tableName: "orders", title: "Mine", search: "", userId: other?.id ?? 0 };
    const { id } = addRow(t, savedViews, view);
    for (const user of [t.account(), other]) storePasskey(t, user?.id ?? 0);
    await t.confirm(await t.asked());
    expect(t.db.select().from(passkeys).all()).toEqual([]);
    const noted = t.db.select().from(passkeyChanges).all();
    expect(noted.map(({ email, change }) => [email, change])).toEqual([
      [NEW, "removed"],
      [OLD, "removed"],
    ]);
    const ofView = and(eq(changes.tableName, "saved_views"), eq(changes.rowId, id));
    const last = t.db.select().from(changes).where(ofView).all().at(-1);
    expect(last).toMatchObject({ action: "delete" });
  });
});

test("an external login opens the account with the new email", async () => {
  const t = await openLoginShop({ anna: anna() });
  await t.login(t.browser, "anna");
  await t.browser.postForm("/account", { email: NEW });
  await t.settle();
  const [current, next] = t.mails.map(({ subject }) => subject.slice(0, 6));
  await t.browser.postForm("/account", { email: NEW, otp: `${next}`, currentOtp: `${current}` });
  const again = openBrowser(t);
  await t.login(again, "anna");
  const accounts = t.db.select().from(users).all();
  expect(accounts.map(({ email }) => email)).toEqual([NEW]);
  expect(await (await again.get("/api/users/me")).json()).toMatchObject({ email: NEW });
});
