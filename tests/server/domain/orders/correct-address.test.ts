import { describe, expect, test } from "vitest";
import { changes, subscriptionRecords, users } from "../../../../db/schema.ts";
import { delivery } from "../../../../server/mails/delivery.tsx";
import { claimMail, markFailed, markSent } from "../../../../server/mails/queue.ts";
import { openBrowser } from "../../../support/browser.ts";
import {
  emailsOf,
  fileLink,
  HOUR_MS,
  openClubShop,
  ordersOf,
  statusOf,
} from "../../../support/money.ts";
import { buy, local, MINUTE_MS, openShop, pay, readDetail, signIn } from "../../../support/shop.ts";

const PATH = "/api/orders/address";
const OLD = "wrong@example.com";
const NEW = "right@example.com";
const PACK = "Premium-Pack-1";

/** An order that was delivered to a mistyped address. */
async function delivered() {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: OLD });
  const correct = (email = NEW) => shop.browser.post(PATH, { sessionId, email });
  return { shop, sessionId, correct, mailed: fileLink(shop.mails[0]?.text, PACK) };
}

/** An order whose delivery mail has not left yet. */
async function undelivered() {
  const shop = await openShop();
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack], email: OLD });
  await readDetail(shop.browser, sessionId);
  return { shop, correct: () => shop.browser.post(PATH, { sessionId, email: NEW }) };
}

describe("a mail that still waits for the old address never leaves", () => {
  test("when it is queued", async () => {
    const { shop, correct } = await undelivered();
    expect((await correct()).status).toBe(200);
    await shop.settle();
    expect(shop.mails.map((mail) => mail.to)).toEqual([NEW, OLD]);
    expect(shop.mails[1]?.text).not.toContain("/files/");
    expect(emailsOf(shop).map(({ kind, recipient, status }) => [kind, recipient, status])).toEqual([
      ["delivery", OLD, "dead"],
      ["delivery", NEW, "sent"],
      ["address_changed", OLD, "sent"],
    ]);
  });

  test("when it comes back from a refusing mail server", async () => {
    const { shop, correct } = await undelivered();
    const claimed = claimMail(shop.deps);
    if (claimed) markFailed(shop.deps, claimed, { reason: "450 later", jitter: 0 });
    await correct();
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect(shop.mails.map((mail) => mail.to)).toEqual([NEW, OLD]);
  });

  test.each(["fails", "is sent"])("when its sender, who has it already, %s", async (end) => {
    const { shop, correct } = await undelivered();
    const claimed = claimMail(shop.deps);
    if (!claimed) throw new Error("No mail was due.");
    await correct();
    expect(delivery.gather(shop.deps, { orderId: 1, recipient: OLD })).toBeUndefined();
    if (end === "fails") markFailed(shop.deps, claimed, { reason: "cut", jitter: 0 });
    else markSent(shop.deps, claimed, "s");
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect(emailsOf(shop)[0]).toMatchObject({ recipient: OLD, status: "dead", leaseUntil: null });
    expect(shop.mails.map((mail) => mail.to)).toEqual([NEW, OLD]);
  });

  test("when its sender has died with it", async () => {
    const { shop, correct } = await undelivered();
    claimMail(shop.deps);
    await correct();
    shop.clock.advance(3 * MINUTE_MS);
    await shop.settle();
    expect(shop.mails.map((mail) => mail.to)).toEqual([NEW, OLD]);
  });

  test("when it was asked for again just before", async () => {
    const { shop, sessionId, correct } = await delivered();
    shop.clock.advance(10 * MINUTE_MS);
    await shop.browser.post("/api/orders/resend", { sessionId });
    await correct();
    await shop.settle();
    expect(shop.mails.map((mail) => mail.to)).toEqual([OLD, NEW, OLD]);
    expect(shop.mails[2]?.text).not.toContain("/files/");
  });
});

test("the order's grants, page and mails go to the new address", async () => {
  const { shop, sessionId, correct } = await delivered();
  expect((await readDetail(shop.browser, sessionId)).canCorrectAddress).toBe(true);
  const owner = signIn(shop, NEW);
  const stranger = signIn(shop, OLD);
  const bare =
    local((await readDetail(shop.browser, sessionId)).products[0]?.fileUrl).split("?")[0] ?? "";
  expect((await owner.get(bare)).status).toBe(404);
  expect((await stranger.get(bare)).status).toBe(200);

  const response = await correct();
  expect(await response.json()).toEqual({ customerEmail: NEW, alsoMoved: [] });
  await shop.settle();

  expect((await owner.get(bare)).status).toBe(200);
  expect((await stranger.get(bare)).status).toBe(404);
  expect(ordersOf(shop)).toMatchObject([{ email: NEW, linkEpoch: 2, addressChanges: 1 }]);
  const detail = await readDetail(shop.browser, sessionId);
  expect(detail).toMatchObject({ customerEmail: NEW, canCorrectAddress: true, masked: false });
  shop.clock.advance(HOUR_MS);
  await shop.browser.post("/api/orders/resend", { sessionId });
  await shop.settle();
  expect(shop.mails.at(-1)?.to).toBe(NEW);
});

test("all links given out before end, and the new ones work", async () => {
  const { shop, sessionId, correct, mailed } = await delivered();
  const [item] = (await readDetail(shop.browser, sessionId)).products;
  const old = [mailed, local(item?.fileUrl), local(item?.downloadUrl)];
  for (const link of old) expect(await statusOf(shop, link)).toBe(200);
  await correct();
  for (const link of old) expect(await statusOf(shop, link)).toBe(404);
  await shop.settle();
  const [now] = (await readDetail(shop.browser, sessionId)).products;
  const fresh = [fileLink(shop.mails[1]?.text, PACK), local(now?.fileUrl), local(now?.downloadUrl)];
  for (const link of fresh) expect(await statusOf(shop, link)).toBe(200);
});

test("the old address is told, without the new one in full, a link or a file", async () => {
  const { shop, correct } = await delivered();
  await correct();
  await shop.settle();
  const notice = shop.mails[2];
  expect(notice?.to).toBe(OLD);
  expect(notice?.subject).toBe(`Order ${ordersOf(shop)[0]?.number} has a new email address`);
  for (const body of [notice?.text ?? "", notice?.html ?? ""]) {
    expect(body).toContain("ri••••@ex••••.com");
    expect(body).not.toContain(NEW);
    expect(body).not.toContain("/files/");
    expect(body).not.toContain("token=");
  }
});

test("what changed is in the change log, by the buyer", async () => {
  const { shop, correct } = await delivered();
  const before = shop.db.select().from(changes).all().length;
  await correct();
  const rows = shop.db.select().from(changes).all().slice(before);
  expect(rows.map(({ tableName, action, actor }) => [tableName, action, actor])).toEqual([
    ["orders", "update", "buyer"],
    ["emails", "insert", "buyer"],
    ["emails", "insert", "buyer"],
  ]);
  expect(rows[0]).toMatchObject({ before: { email: OLD }, after: { email: NEW, link_epoch: 2 } });
});

test("a correction back to the first address opens the newest links alone", async () => {
  const { shop, correct, mailed } = await delivered();
  await correct();
  await shop.settle();
  const second = fileLink(shop.mails[1]?.text, PACK);
  await correct(OLD);
  await shop.settle();
  const third = shop.mails.findLast((mail) => mail.to === OLD && mail.text.includes("/files/"));
  expect(await statusOf(shop, mailed)).toBe(404);
  expect(await statusOf(shop, second)).toBe(404);
  expect(await statusOf(shop, fileLink(third?.text, PACK))).toBe(200);
  expect(ordersOf(shop)).toMatchObject([{ email: OLD, linkEpoch: 3, addressChanges: 2 }]);
});

test("a subscription's record and its user move too, and renewals keep them there", async () => {
  const shop = await openClubShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.club], email: OLD });
  await shop.browser.post(PATH, { sessionId, email: NEW });
  const [before] = shop.db.select().from(subscriptionRecords).all();
  const owner = shop.db
    .select()
    .from(users)
    .all()
    .find((user) => user.id === before?.userId);
  expect(before).toMatchObject({ email: NEW, sessionId });
  expect(owner?.email).toBe(NEW);
  shop.simulator.control.renew(before?.subscriptionId ?? "");
  await shop.settle();
  expect(shop.db.select().from(subscriptionRecords).all()).toMatchObject([
    { email: NEW, userId: owner?.id },
  ]);
});

test("another browser sees the new address masked, with nothing to correct", async () => {
  const { shop, sessionId, correct } = await delivered();
  await correct();
  shop.clock.advance(HOUR_MS);
  const detail = await readDetail(openBrowser(shop), sessionId);
  expect(detail).toMatchObject({ customerEmail: "ri••••@ex••••.com", canCorrectAddress: false });
  expect(detail.products[0]?.files).toEqual([]);
});

test.each([
  [24 * HOUR_MS - 1, true],
  [24 * HOUR_MS, false],
])("%i ms after the payment the page offers a correction: %s", async (age, offered) => {
  const { shop, sessionId } = await delivered();
  shop.clock.advance(age);
  const detail = await readDetail(shop.browser, sessionId);
  expect(detail.canCorrectAddress).toBe(offered);
});

test("ten corrections at once are three, each with its mail, and the last one holds", async () => {
  const { shop, sessionId } = await delivered();
  const addresses = Array.from({ length: 10 }, (_, n) => `try-${n}@example.com`);
  const answers = await Promise.all(
    addresses.map((email) => shop.browser.post(PATH, { sessionId, email })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    200,
    200,
    ...Array(7).fill(409),
  ]);
  await shop.settle();
  const [order] = ordersOf(shop);
  expect(order).toMatchObject({ addressChanges: 3, linkEpoch: 4 });
  const withFiles = shop.mails.filter((mail) => mail.text.includes("/files/")).slice(1);
  expect(withFiles.map((mail) => mail.to)).toEqual([order?.email]);
});
