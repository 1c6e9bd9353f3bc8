import { describe, expect, test } from "vitest";
import { subscriptionRecords, users } from "../../../../db/schema.ts";
import { delivery } from "../../../../server/mails/delivery.tsx";
import { claimMail, markFailed, markSent } from "../../../../server/mails/queue.ts";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import {
  DELAYED_CARD,
  emailsOf,
  fileLink,
  HOUR_MS,
  openClubShop,
  ordersOf,
  statusOf,
} from "../../../support/money.ts";
import { buy, local, MINUTE_MS, pay, readDetail, signIn } from "../../../support/shop.ts";

const OLD = "wrong@example.com";
const NEW = "right@example.com";
const PACK = "Premium-Pack-1";

/** An order with a mistyped address: delivered, on its way from the bank, or not yet mailed. */
async function ordered(how: "delivered" | "pending" | "unmailed" = "delivered") {
  const shop = await openClubShop();
  const card = how === "pending" ? { card: DELAYED_CARD } : {};
  const purchase = { products: [shop.pack], email: OLD, ...card };
  const sessionId = await pay(shop, shop.browser, purchase);
  if (how === "unmailed") await readDetail(shop.browser, sessionId);
  else await shop.settle();
  return {
    shop,
    sessionId,
    correct: (email = NEW, browser = shop.browser) =>
      browser.post("/api/orders/address", { sessionId, email }),
    resend: () => shop.browser.post("/api/orders/resend", { sessionId }),
    async decide(outcome: "succeeded" | "failed") {
      shop.simulator.control.settle(sessionId, outcome);
      await shop.settle();
    },
    detail: (browser = shop.browser) => readDetail(browser, sessionId),
    recipients: () => shop.mails.map(({ to }) => to),
  };
}
type Ordered = Awaited<ReturnType<typeof ordered>>;

function claim({ shop }: Ordered) {
  const email = claimMail(shop.deps);
  if (!email) throw new Error("No mail was due.");
  return email;
}

describe("a mail that still waits for the old address never leaves", () => {
  const failed = { reason: "450 later", jitter: 0 };
  const CASES: [string, (order: Ordered) => unknown][] = [
    ["when it is queued", () => {}],
    [
      "when it comes back from a refusing mail server",
      (order) => markFailed(order.shop.deps, claim(order), failed),
    ],
    ["when its sender has died with it", claim],
  ];
  test.each(CASES)("%s", async (_name, before) => {
    const order = await ordered("unmailed");
    const { shop, correct, recipients } = order;
    before(order);
    expect((await correct()).status).toBe(200);
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect(recipients().toSorted()).toEqual([NEW, OLD]);
    const toOld = shop.mails.find(({ to }) => to === OLD);
    expect(toOld?.text).not.toContain("/files/");
    expect(emailsOf(shop).map(({ kind, recipient, status }) => [kind, recipient, status])).toEqual([
      ["delivery", OLD, "dead"],
      ["delivery", NEW, "sent"],
      ["address_changed", OLD, "sent"],
    ]);
  });

  test.each(["fails", "is sent"])("when its sender, who has it already, %s", async (end) => {
    const order = await ordered("unmailed");
    const { shop, correct, recipients } = order;
    const claimed = claim(order);
    await correct();
    expect(delivery.gather(shop.deps, { orderId: 1, recipient: OLD })).toBeUndefined();
    if (end === "fails") markFailed(shop.deps, claimed, failed);
    else markSent(shop.deps, claimed, "s");
    shop.clock.advance(HOUR_MS);
    await shop.settle();
    expect(emailsOf(shop)[0]).toMatchObject({ recipient: OLD, status: "dead", leaseUntil: null });
    expect(recipients()).toEqual([NEW, OLD]);
  });

  test("when it was asked for again just before", async () => {
    const { shop, correct, resend, recipients } = await ordered();
    shop.clock.advance(10 * MINUTE_MS);
    await resend();
    await correct();
    await shop.settle();
    expect(recipients()).toEqual([OLD, NEW, OLD]);
    expect(shop.mails[2]?.text).not.toContain("/files/");
  });
});

test("the order's grants, page and mails go to the new address", async () => {
  const { shop, correct, resend, detail, recipients } = await ordered();
  const before = await detail();
  expect(before.canCorrectAddress).toBe(true);
  const [bare = ""] = local(before.products[0]?.fileUrl).split("?");
  const [owner, stranger] = [signIn(shop, NEW), signIn(shop, OLD)];
  const statuses = async () => [(await owner.get(bare)).status, (await stranger.get(bare)).status];
  expect(await statuses()).toEqual([404, 200]);
  expect(await (await correct()).json()).toEqual({ customerEmail: NEW, alsoMoved: [] });
  await shop.settle();
  expect(await statuses()).toEqual([200, 404]);
  expect(ordersOf(shop)).toMatchObject([{ email: NEW, linkEpoch: 2, addressChanges: 1 }]);
  const seen = { customerEmail: NEW, canCorrectAddress: true, masked: false };
  expect(await detail()).toMatchObject(seen);
  shop.clock.advance(HOUR_MS);
  await resend();
  await shop.settle();
  expect(recipients().at(-1)).toBe(NEW);
});

test("all links given out before end with each correction, back to the first address too", async () => {
  const { shop, correct, detail } = await ordered();
  const linksNow = async (to: string) => {
    const mail = shop.mails.findLast((each) => each.to === to && each.text.includes("/files/"));
    const [item] = (await detail()).products;
    return [fileLink(mail?.text, PACK), local(item?.fileUrl), local(item?.downloadUrl)];
  };
  const statusesOf = (links: string[]) => Promise.all(links.map((link) => statusOf(shop, link)));
  const links = [await linksNow(OLD)];
  for (const email of [NEW, OLD]) {
    await correct(email);
    await shop.settle();
    for (const ended of links) expect(await statusesOf(ended)).toEqual([404, 404, 404]);
    const newest = await linksNow(email);
    expect(await statusesOf(newest)).toEqual([200, 200, 200]);
    links.push(newest);
  }
  expect(ordersOf(shop)).toMatchObject([{ email: OLD, linkEpoch: 3, addressChanges: 2 }]);
});

test("the old address is told, without the new one in full, a link or a file", async () => {
  const { shop, correct } = await ordered();
  await correct();
  await shop.settle();
  const { to, subject, text = "", html = "" } = shop.mails[2] ?? {};
  expect(to).toBe(OLD);
  expect(subject).toBe(`Order ${ordersOf(shop)[0]?.number} has a new email address`);
  for (const body of [text, html]) {
    expect(body).toContain("ri••••@ex••••.com");
    for (const secret of [NEW, "/files/", "token="]) expect(body).not.toContain(secret);
  }
});

test("a subscription's record and its user move too, and renewals keep them there", async () => {
  const shop = await openClubShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.club], email: OLD });
  await shop.browser.post("/api/orders/address", { sessionId, email: NEW });
  const records = () => shop.db.select().from(subscriptionRecords).all();
  const [{ userId, subscriptionId } = { userId: 0, subscriptionId: "" }] = records();
  const owner = shop.db
    .select()
    .from(users)
    .all()
    .find(({ id }) => id === userId);
  expect(owner?.email).toBe(NEW);
  expect(records()).toMatchObject([{ email: NEW, sessionId }]);
  shop.simulator.control.renew(subscriptionId ?? "");
  await shop.settle();
  expect(records()).toMatchObject([{ email: NEW, userId }]);
});

test("another browser sees the new address masked, with nothing to correct", async () => {
  const { shop, correct, detail } = await ordered();
  await correct();
  shop.clock.advance(HOUR_MS);
  const seen = await detail(openBrowser(shop));
  expect(seen).toMatchObject({ customerEmail: "ri••••@ex••••.com", canCorrectAddress: false });
  expect(seen.products[0]?.files).toEqual([]);
});

test.each([
  [24 * HOUR_MS - 1, true],
  [24 * HOUR_MS, false],
])("%i ms after the payment the page offers a correction: %s", async (age, offered) => {
  const { shop, detail } = await ordered();
  shop.clock.advance(age);
  expect((await detail()).canCorrectAddress).toBe(offered);
});

test("ten corrections at once are three, each with its mail, and the last one holds", async () => {
  const { shop, correct } = await ordered();
  const tries = Array.from({ length: 10 }, (_, n) => correct(`try-${n}@example.com`));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(3).fill(200), ...Array(7).fill(409)]);
  await shop.settle();
  const [order] = ordersOf(shop);
  expect(order).toMatchObject({ addressChanges: 3, linkEpoch: 4 });
  const withFiles = shop.mails.filter((mail) => mail.text.includes("/files/")).slice(1);
  expect(withFiles.map((mail) => mail.to)).toEqual([order?.email]);
});

describe("while the payment is under way", () => {
  test("the buying browser alone corrects the address", async () => {
    const { shop, correct } = await ordered("pending");
    for (const other of [openBrowser(shop), signIn(shop, OLD)]) {
      expect((await correct(NEW, other)).status).toBe(403);
    }
    expect(ordersOf(shop)).toMatchObject([{ email: OLD, addressChanges: 0 }]);
  });

  test("corrections count as those after it: the fourth is refused", async () => {
    const { shop, correct, decide } = await ordered("pending");
    const statusFor = async (name: string) => (await correct(`${name}@example.com`)).status;
    expect([await statusFor("a"), await statusFor("b")]).toEqual([200, 200]);
    await decide("succeeded");
    expect([await statusFor("c"), await statusFor("d")]).toEqual([200, 409]);
    expect(ordersOf(shop)).toMatchObject([{ email: "c@example.com", addressChanges: 3 }]);
  });

  test("the files go to the corrected address alone, and no mail tells of links", async () => {
    const { shop, correct, decide, detail, recipients } = await ordered("pending");
    expect(await detail()).toMatchObject({ customerEmail: OLD, canCorrectAddress: true });
    expect(await (await correct()).json()).toEqual({ customerEmail: NEW, alsoMoved: [] });
    expect(ordersOf(shop)).toMatchObject([{ status: "processing", email: NEW, linkEpoch: 1 }]);
    await shop.settle();
    await decide("succeeded");
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", email: NEW, addressChanges: 1 }]);
    expect(emailsOf(shop).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["order_received", OLD],
      ["order_received", NEW],
      ["delivery", NEW],
    ]);
    expect(recipients()).toEqual([OLD, NEW, NEW]);
    expect(shop.mails.filter(({ text }) => text.includes("/files/"))).toHaveLength(1);
  });

  test("a refusal by the bank is told to the corrected address", async () => {
    const { shop, correct, decide } = await ordered("pending");
    await correct();
    await decide("failed");
    expect(emailsOf(shop).at(-1)).toMatchObject({ kind: "payment_failed", recipient: NEW });
  });

  test("its account is not charged again on another device, and a stranger's is", async () => {
    const { shop, sessionId } = await ordered("pending");
    expect(await startCheckout(signIn(shop, OLD), [shop.pack])).toBe(sessionId);
    expect(ordersOf(shop)).toHaveLength(1);
    await startCheckout(signIn(shop, NEW), [shop.pack]);
    expect(ordersOf(shop)).toHaveLength(2);
  });
});
