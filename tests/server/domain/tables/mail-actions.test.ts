import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertRow, updateRow } from "../../../../db/record.ts";
import { contactSubmissions } from "../../../../db/buyer-schema.ts";
import {
  changes,
  emails,
  files,
  fileVersions,
  orders,
  productFiles,
} from "../../../../db/schema.ts";
import { webhookEvents } from "../../../../db/store-schema.ts";
import { readSite } from "../../../../server/domain/settings.ts";
import { adminAuthor } from "../../../support/admin-author.ts";
import { stopMails, stopUrl } from "../../../../server/domain/mails/mail-preferences.ts";
import { listNeeds } from "../../../../server/domain/issues/needs.ts";
import { getTable } from "../../../../server/domain/tables/registry.ts";
import { selectOf, toWire } from "../../../../server/domain/tables/wire-values.ts";
import { UnknownMailbox } from "../../../../server/errors.ts";
import { claimMail } from "../../../../server/mails/queue.ts";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import { MESSAGE } from "../../../support/contact.ts";
import type { TestApp } from "../../../support/create-test-app.ts";
import { wantNews } from "../../../support/mail.ts";
import { DAY_MS, HOUR_MS } from "../../../support/money.ts";
import { buy, local, openShop, pay, type Shop } from "../../../support/shop.ts";

const ANNA = "anna@example.com";
let presses = 0;

/** Runs a row's action as administrator 7, each time with a new idempotency key. */
async function press(
  t: Pick<TestApp, "deps" | "db" | "clock">,
  place: [table: string, id: number, action: string],
  values: Record<string, string> = {},
) {
  const [tableName, id, name] = place;
  const table = getTable(tableName);
  const action = table.actions.find((each) => each.name === name);
  if (!action) throw new Error(`${tableName} has no action ${name}.`);
  const stored = t.db.sqlite.prepare(`${selectOf(table)} WHERE ${tableName}.id = ?`).get(id);
  const row = toWire(table, stored as Record<string, unknown>);
  const author = adminAuthor(t, 7);
  presses += 1;
  return action.run?.(t.deps, { row, values, author, key: `press-${presses}` });
}

const refusal = (text: string | RegExp) =>
  expect.objectContaining({ code: "conflict", message: expect.stringMatching(text) });

const mailsOf = ({ db }: Shop, kind: "contact_answer" | "new_version" | "delivery") =>
  db.select().from(emails).where(eq(emails.kind, kind)).all();

/** Buys a pack whose delivery mail fails permanently. */
async function deadMail() {
  const shop = await openShop();
  shop.mailer.send = async () => {
    throw new UnknownMailbox("There is no such mailbox.");
  };
  await buy(shop, shop.browser, { products: [shop.pack], email: ANNA });
  shop.mailer.send = async (mail) => void shop.mails.push(mail);
  const mail = () => mailsOf(shop, "delivery")[0];
  expect(mail()).toMatchObject({ status: "dead", attempts: 1 });
  const id = mail()?.id ?? 0;
  return { shop, mail, again: () => press(shop, ["emails", id, "try_again"]) };
}

test("only a mail that was given up is tried again: none that is queued, on its way or sent", async () => {
  const { shop, mail, again } = await deadMail();
  await again();
  await expect(again()).rejects.toEqual(refusal("given up"));
  claimMail(shop.deps);
  expect(mail()?.status).toBe("sending");
  await expect(again()).rejects.toEqual(refusal("given up"));
  expect(shop.mails).toEqual([]);
});

test("a dead mail that is tried again goes out at once, and is noted as the administrator's", async () => {
  const { shop, mail, again } = await deadMail();
  await again();
  const fresh = { status: "queued", attempts: 0, lastError: null, nextAttemptAt: shop.clock.now() };
  expect(mail()).toMatchObject(fresh);
  await shop.settle();
  expect(shop.mails).toMatchObject([{ to: ANNA, subject: expect.stringContaining("ready") }]);
  expect(mail()).toMatchObject({ status: "sent", attempts: 1 });
  await expect(again()).rejects.toEqual(refusal("given up"));
  const actors = shop.db.select().from(changes).where(eq(changes.tableName, "emails")).all();
  expect(actors.map(({ actor }) => actor)).toContain("admin:7");
});

test("a dead mail whose time is over is not tried again", async () => {
  const { shop, mail, again } = await deadMail();
  shop.db.update(emails).set({ expiresAt: shop.clock.now() }).run();
  await expect(again()).rejects.toEqual(refusal("mail has expired"));
  expect(mail()?.status).toBe("dead");
});

/** Pays an order whose webhook event fails because the provider is down. */
async function failedEvent() {
  const shop = await openShop();
  const { findCheckout } = shop.deps.payments;
  shop.deps.payments.findCheckout = async () => {
    throw new Error("The provider is down.");
  };
  await pay(shop, shop.browser, { products: [shop.pack], email: ANNA });
  await shop.settle();
  const isOfCheckout = eq(webhookEvents.about, "checkout");
  const event = () => shop.db.select().from(webhookEvents).where(isOfCheckout).get();
  expect(event()).toMatchObject({ handledAt: null, attempts: 1 });
  return {
    shop,
    event,
    recover: () => void (shop.deps.payments.findCheckout = findCheckout),
    again: () => press(shop, ["webhook_events", event()?.id ?? 0, "handle_again"]),
  };
}

test("an event that fails again says why, and stays to be handled", async () => {
  const { event, again } = await failedEvent();
  await expect(again()).rejects.toEqual(refusal(/failed again: .*provider is down/));
  expect(event()).toMatchObject({ handledAt: null, attempts: 2 });
  expect(event()?.payload).not.toBe("");
});

test("a failed event is handled again at once, and no more when it was handled well", async () => {
  const { shop, event, recover, again } = await failedEvent();
  recover();
  await again();
  expect(event()).toMatchObject({ handledAt: shop.clock.now(), lastError: null, payload: "" });
  expect(shop.db.select().from(orders).get()?.status).toBe("paid");
  await expect(again()).rejects.toEqual(refusal("already handled"));
});

/** Submits a contact message and sends its two mails; `act` runs an action on the message. */
async function message(changed: object = {}) {
  const shop = await openShop();
  await openBrowser(shop).post("/api/forms/submit", { ...MESSAGE, ...changed });
  await shop.settle();
  shop.mails.length = 0;
  const row = () => shop.db.select().from(contactSubmissions).get();
  const id = row()?.id ?? 0;
  const act = (action: string, values?: Record<string, string>) =>
    press(shop, ["contact_submissions", id, action], values);
  return { shop, row, act };
}

test("an answer is mailed to the sender, quotes the message, and is kept", async () => {
  const { shop, row, act } = await message({
    message: "Where is <b>Month 3</b>? http://evil.example",
  });
  const answer = '=HYPERLINK("x")\n<script>alert(1)</script>\nSee your account.';
  await act("answer", { answer });
  expect(row()).toMatchObject({ answer, answeredAt: shop.clock.now(), status: "answered" });
  await shop.settle();
  const [mail] = shop.mails;
  expect(mail).toMatchObject({
    to: MESSAGE.email,
    subject: "Re: Month 3",
    replyTo: readSite(shop.deps).supportEmail,
  });
  expect(mail?.text).toContain(answer);
  expect(mail?.text).toContain("> Where is <b>Month 3</b>?");
  expect(mail?.html).not.toMatch(/<script>|<b>|evil\.example/);
});

test("a message is marked as done and reopened, each where it is not so already", async () => {
  const { shop, row, act } = await message();
  await expect(act("reopen")).rejects.toEqual(refusal("already open"));
  await act("mark_done");
  expect(row()?.status).toBe("done");
  await expect(act("mark_done")).rejects.toEqual(refusal("already done"));
  await act("reopen");
  expect(row()?.status).toBe("new");
  expect(mailsOf(shop, "contact_answer")).toEqual([]);
});

/** Adds a new version of the pack's first file. */
function correctFile(shop: Shop): { id: number } {
  const author = { actor: "admin:7", now: shop.clock.now() };
  return shop.db.write((tx) => {
    const held = tx.select().from(productFiles).where(eq(productFiles.productId, shop.pack)).get();
    const fileId = held?.fileId ?? 0;
    const first = tx.select().from(fileVersions).where(eq(fileVersions.fileId, fileId)).get();
    const sha256 = (presses++).toString(16).padStart(64, "0");
    const version = { fileId, sha256, bytes: first?.bytes ?? 1, pages: 9 };
    const { id } = insertRow(tx, fileVersions, version, author);
    updateRow(tx, files, fileId, { currentVersionId: id }, author);
    return { id: held?.id ?? 0 };
  });
}

const buyers = (shop: Shop) => mailsOf(shop, "new_version").map(({ recipient }) => recipient);

test("a file without bytes has nothing to tell of", async () => {
  const shop = await openShop();
  shop.db.update(files).set({ currentVersionId: null }).run();
  const row = shop.db.select().from(productFiles).get();
  const tell = press(shop, ["product_files", row?.id ?? 0, "notify_buyers"]);
  await expect(tell).rejects.toEqual(refusal("no PDF"));
});

test("a buyer who stops the mails before they are sent gets none, and none is reported", async () => {
  const shop = await openShop();
  await buy(shop, shop.browser, { products: [shop.pack], email: ANNA });
  wantNews(shop);
  shop.clock.advance(1);
  const { id } = correctFile(shop);
  const tell = () => press(shop, ["product_files", id, "notify_buyers"]);
  expect(await tell()).toEqual({ notified: 1 });
  shop.mails.length = 0;
  const link = stopUrl(shop.deps, { email: ANNA, topic: "news" });
  expect(stopMails(shop.deps, new URL(link).searchParams.get("token") ?? "")).toBe(true);
  await shop.settle();
  expect(shop.mails).toEqual([]);
  expect(listNeeds(shop.deps).groups).toEqual([]);
  shop.clock.advance(1);
  correctFile(shop);
  expect(await tell()).toEqual({ notified: 0 });
});

test("buyers who want news hear of a new version once, and of the next one again", async () => {
  const shop = await openShop();
  const order = (email: string, product = shop.pack) =>
    buy(shop, openBrowser(shop), { products: [product], email });
  await order(ANNA);
  shop.clock.advance(HOUR_MS);
  await order(ANNA);
  await order("bo@example.com");
  await order("other-product@example.com", shop.book);
  await order("withdrawn@example.com");
  shop.db.sqlite.exec(`UPDATE order_items SET revoked_at = 1, revoke_reason = 'owner'
    WHERE order_id = (SELECT id FROM orders WHERE email = 'withdrawn@example.com')`);
  await startCheckout(openBrowser(shop), [shop.pack]);
  shop.clock.advance(DAY_MS);
  const { id } = correctFile(shop);
  shop.clock.advance(1);
  await order("late@example.com");
  wantNews(shop);
  await order("never-asked@example.com");
  shop.mails.length = 0;
  const tell = () => press(shop, ["product_files", id, "notify_buyers"]);
  const [first, second] = await Promise.all([tell(), tell()]);
  expect([first, second]).toEqual(
    expect.arrayContaining([{ notified: expect.any(Number) }, { notified: expect.any(Number) }]),
  );
  expect(Number(first?.["notified"]) + Number(second?.["notified"])).toBe(2);
  expect(buyers(shop)).toEqual([ANNA, "bo@example.com"]);
  await shop.settle();
  expect(shop.mails.map(({ to }) => to)).toEqual([ANNA, "bo@example.com"]);
  expect(shop.mails[0]?.text).toContain("9 pages");
  expect(shop.mails[0]?.stopUrl).toBe(stopUrl(shop.deps, { email: ANNA, topic: "news" }));
  const link = /https?:\S+\/files\/\S+/.exec(shop.mails[0]?.text ?? "")?.[0];
  expect((await openBrowser(shop).send(local(link), { method: "HEAD" })).status).not.toBe(404);
  expect(await tell()).toEqual({ notified: 0 });
  shop.clock.advance(DAY_MS);
  correctFile(shop);
  expect(await tell()).toEqual({ notified: 3 });
});

test("hundreds of buyers are told in short steps, and each once", async () => {
  const shop = await openShop();
  await buy(shop, shop.browser, { products: [shop.pack], email: ANNA });
  shop.db.sqlite.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 320)
    INSERT INTO orders (id, number, status, email, currency, total_amount, paid_at, created_at, updated_at)
      SELECT 1000 + i, 'N' || i, 'paid', (i / 2) || '@example.com', 'usd', 1, 1, 1, 1 FROM n;
    INSERT INTO order_items (order_id, product_id, name, price, type, files, granted_at, created_at, updated_at)
      SELECT id, ${shop.pack}, 'Pack', 1, 'digital', '[]', 1, 1, 1 FROM orders WHERE id > 1000;`);
  wantNews(shop);
  shop.clock.advance(1);
  const { id } = correctFile(shop);
  const tell = () => press(shop, ["product_files", id, "notify_buyers"]);
  expect(await tell()).toEqual({ notified: 162 });
  expect(new Set(buyers(shop)).size).toBe(162);
  expect(await tell()).toEqual({ notified: 0 });
});
