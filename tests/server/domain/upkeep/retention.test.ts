import { expect, test, vi } from "vitest";
import { insertRow } from "../../../../db/record.ts";
import { changes, emails, oneTimeCodes, orders, sessions, users } from "../../../../db/schema.ts";
import { rateLimits, webhookDeliveries } from "../../../../db/store-schema.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { queueMail } from "../../../../server/domain/mails/queue-mail.ts";
import { forgetOld } from "../../../../server/domain/upkeep/retention.ts";
import { openBrowser } from "../../../support/browser.ts";
import { createTestApp, type TestApp } from "../../../support/create-test-app.ts";
import {
  checkout,
  DAY_MS,
  DELAYED_CARD,
  eventsOf,
  HOUR_MS,
  maintain,
  ordersOf,
} from "../../../support/money.ts";
import { buy, openShop, type Shop } from "../../../support/shop.ts";
import { askForCode, signedIn } from "../../../support/sign-in.ts";
import { addEndpoint } from "../../../support/webhook-receiver.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";

const ANNA = "anna@example.com";
const ABANDONED = 25;
/** Limit on the rows that one maintenance transaction writes, which takes a few milliseconds. */
const MOST_ROWS = 250;

/** Returns the row count of each table. */
function rowsOf({ db: { sqlite } }: Shop): Record<string, number> {
  const tables = sqlite
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_texts_*'",
    )
    .pluck()
    .all() as string[];
  const count = (name: string) =>
    Number(sqlite.prepare(`SELECT count(*) FROM "${name}"`).pluck().get());
  return Object.fromEntries(tables.map((name) => [name, count(name)]));
}

/** Records the number of rows written by each transaction. */
function watchWrites({ db }: Shop): number[] {
  const sizes: number[] = [];
  const written = db.sqlite.prepare("SELECT total_changes()").pluck();
  const { write } = db;
  vi.spyOn(db, "write").mockImplementation((work) => {
    const before = Number(written.get());
    const result = write(work);
    sizes.push(Number(written.get()) - before);
    return result;
  });
  return sizes;
}

async function sweepAfter(shop: Shop, ms: number): Promise<void> {
  shop.clock.advance(ms);
  await maintain(shop.deps);
  await shop.settle();
}

/** Simulates strangers: abandoned checkouts, failed debits, code requests and forged webhooks. */
async function haunt(shop: Shop): Promise<void> {
  for (let n = 0; n < ABANDONED; n++) {
    const sessionId = await checkout(shop, { browser: `b${n}`, products: [shop.pack, shop.book] });
    if (n % 10 === 0) {
      const email = `refused-${n}@example.com`;
      await shop.simulator.control.pay(sessionId, { card: DELAYED_CARD, email });
      await shop.settle();
      shop.simulator.control.settle(sessionId, "failed");
    }
    const forged = eventBody({ id: `evt_forged_${n}` });
    const answer = await postWebhook(shop, forged, signed(forged, { secret: "whsec_guessed" }));
    expect(answer.status).toBe(400);
  }
  for (const name of ["a", "b", "c"]) {
    await askForCode(shop, openBrowser(shop), `stranger-${name}@example.com`);
  }
  await shop.settle();
}

test("of checkouts never paid and of forged calls no row is left, erased in short steps", async () => {
  const shop = await openShop();
  await askForCode(shop, openBrowser(shop), "buyer@example.com");
  await buy(shop, shop.browser, { products: [shop.pack] });
  await sweepAfter(shop, 36 * DAY_MS);
  await sweepAfter(shop, 31 * DAY_MS);
  const before = rowsOf(shop);

  await haunt(shop);
  await sweepAfter(shop, 25 * HOUR_MS);
  const statuses = ordersOf(shop).map(({ status }) => status);
  expect(statuses.filter((status) => status === "expired")).toHaveLength(ABANDONED - 3);
  expect(statuses.filter((status) => status === "failed")).toHaveLength(3);
  const writes = watchWrites(shop);
  await sweepAfter(shop, 88 * DAY_MS);
  expect(ordersOf(shop)).toHaveLength(ABANDONED + 1);
  await sweepAfter(shop, DAY_MS);
  const { changes: lines = 0, ...others } = rowsOf(shop);
  const { changes: linesBefore = 0, ...othersBefore } = before;
  expect(others).toEqual(othersBefore);
  // One history entry per row remains, which only records the deletion.
  expect(lines).toBeGreaterThan(linesBefore);
  await sweepAfter(shop, 31 * DAY_MS);
  expect(rowsOf(shop)).toEqual(before);
  expect(Math.max(...writes)).toBeLessThan(MOST_ROWS);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
});

test("a checkout that is open is not erased, however old, before the provider was asked", async () => {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  await checkout(shop, { browser: "b", products: [shop.pack] });
  const { payments } = shop.deps;
  const down = new Error("down");
  shop.deps.payments = { ...payments, listCheckouts: () => Promise.reject(down) };
  shop.clock.advance(400 * DAY_MS);
  await expect(reconcile(shop.deps)).rejects.toBe(down);
  await forgetOld(shop.deps);
  expect(ordersOf(shop)).toMatchObject([{ status: "open" }]);
  shop.deps.payments = payments;
  await maintain(shop.deps);
  expect(ordersOf(shop)).toEqual([]);
});

test("a handled event of the provider keeps no payload, and goes after 35 days", async () => {
  const shop = await openShop();
  const body = eventBody({ objectId: "cs_test_unknown" });
  await postWebhook(shop, body, signed(body));
  expect(eventsOf(shop)).toMatchObject([{ payload: body }]);
  await shop.settle();
  expect(eventsOf(shop)).toMatchObject([{ payload: "" }]);
  await sweepAfter(shop, 35 * DAY_MS);
  expect(eventsOf(shop)).toHaveLength(1);
  await sweepAfter(shop, HOUR_MS);
  expect(eventsOf(shop)).toEqual([]);
});

test("an event of the provider that could not be handled stays", async () => {
  const shop = await openShop();
  shop.deps.payments.findCheckout = () => Promise.reject(new Error("down"));
  const body = eventBody();
  await postWebhook(shop, body, signed(body));
  await shop.settle();
  await sweepAfter(shop, 400 * DAY_MS);
  expect(eventsOf(shop)).toMatchObject([{ payload: body, handledAt: null }]);
});

/** Code request: age, wrong guesses, email, and whether it was used to sign in. */
type CodeRow = [daysAgo: number, attempts: number, email: string, outcome?: "good"];

function addCodes({ db, clock }: TestApp, list: CodeRow[]): void {
  for (const [index, [daysAgo, attempts, email, outcome]] of list.entries()) {
    const createdAt = new Date(clock.now().getTime() - daysAgo * DAY_MS);
    const times = { createdAt, expiresAt: createdAt, usedAt: outcome ? createdAt : null };
    const code = { email, seed: String(index), browserHash: "b", attempts, ...times };
    db.write((tx) => tx.insert(oneTimeCodes).values(code).run());
  }
}

const authorOf = ({ clock }: TestApp) => ({ actor: "test", now: clock.now() });
const addUser = (t: TestApp, email = ANNA) =>
  void t.db.write((tx) => insertRow(tx, users, { email }, authorOf(t)));
const addOrder = (t: TestApp) => {
  const order = { number: "A", status: "expired", email: ANNA } as const;
  const total = { currency: "usd", totalAmount: 1 };
  t.db.write((tx) => insertRow(tx, orders, { ...order, ...total }, authorOf(t)));
};

/** Returns the positions in the `CodeRow` list whose rows still exist. */
const codesLeft = ({ db }: TestApp) =>
  Array.from(db.select().from(oneTimeCodes).all(), ({ seed }) => Number(seed));
const mailsLeft = ({ db }: TestApp) => db.select().from(emails).all();

/** Returns all rows of all tables as JSON. */
function everythingIn({ db: { sqlite } }: TestApp): string {
  const tables = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
  const names = tables.pluck().all() as string[];
  return JSON.stringify(names.map((name) => sqlite.prepare(`SELECT * FROM "${name}"`).all()));
}

const BOB = "bob@example.com";
const SINCE_GOOD: CodeRow[] = [
  [300, 5, ANNA],
  [200, 1, ANNA, "good"],
  [100, 0, ANNA],
  [90, 5, ANNA],
  [31, 2, ANNA],
];
const NEVER_GOOD: CodeRow[] = [
  [50, 5, ANNA],
  [40, 1, BOB, "good"],
];
const RECENT: CodeRow[] = [
  [30.01, 3, ANNA],
  [29.99, 0, ANNA],
  [20, 1, ANNA, "good"],
  [10, 5, ANNA],
];
const UNKNOWN: CodeRow[] = [
  [60, 0, ANNA],
  [60, 5, ANNA],
];
test.each<[string, (t: TestApp) => void, CodeRow[], number[]]>([
  ["guesses since the last sign-in of an address with a user", addUser, SINCE_GOOD, [3, 4]],
  ["guesses since the last sign-in of an address with an order", addOrder, SINCE_GOOD, [3, 4]],
  ["all guesses of an address that has never signed in", addUser, NEVER_GOOD, [0]],
  ["those of the last 30 days, of any address", () => {}, RECENT, [1, 2, 3]],
  ["none of an unknown address after a month", (t) => addUser(t, "x@example.com"), UNKNOWN, []],
])("of codes are kept %s", async (_name, know, codes, left) => {
  const t = createTestApp();
  know(t);
  addCodes(t, codes);
  await maintain(t.deps);
  expect(codesLeft(t)).toEqual(left);
});

test("codes that still count do not block the erasure of those behind them", async () => {
  const t = createTestApp();
  addUser(t);
  const counting = Array.from({ length: 250 }, (): CodeRow => [40, 1, ANNA]);
  addCodes(t, [...counting, [35, 0, ANNA]]);
  await maintain(t.deps);
  expect(codesLeft(t)).toEqual(counting.map((_, place) => place));
});

test("a mail with a code goes after 30 days, with every trace of its recipient", async () => {
  const t = createTestApp();
  await askForCode(t, openBrowser(t), "stranger@example.com");
  t.clock.advance(29 * DAY_MS);
  await maintain(t.deps);
  expect(mailsLeft(t)).toHaveLength(1);
  expect(everythingIn(t)).toContain("stranger@example.com");
  const newest = t.db.select().from(changes).all().at(-1)?.id ?? 0;
  t.clock.advance(DAY_MS + 1);
  await maintain(t.deps);
  expect([mailsLeft(t), codesLeft(t)]).toEqual([[], []]);
  expect(t.db.select().from(changes).all()).toMatchObject([
    { tableName: "emails", rowId: 1, action: "delete", actor: "sweep", before: null, after: null },
  ]);
  expect(t.db.select().from(changes).get()?.id).toBeGreaterThan(newest);
  expect(everythingIn(t)).not.toContain("stranger@example.com");
});

test("many passing mails go after 30 days; other mails stay, with their history", async () => {
  const t = createTestApp();
  const mail = { recipient: ANNA, author: authorOf(t) };
  const alarm = { title: "Clock", text: "It is wrong.", todo: "Set it.", at: "2026-11-21" };
  t.db.write((tx) => {
    queueMail(tx, { ...mail, uniqueKey: "d", kind: "contact_suspects", about: { day: "x" } });
    queueMail(tx, { ...mail, uniqueKey: "a", kind: "alarm", about: alarm });
    queueMail(tx, { ...mail, uniqueKey: "t", kind: "test", about: {} });
    queueMail(tx, { ...mail, uniqueKey: "o", kind: "owner_dead_mails", about: {} });
    const about = { codeId: 1, forBuyers: false };
    for (let n = 0; n < 101; n++)
      queueMail(tx, { ...mail, uniqueKey: `c${n}`, kind: "code", about });
  });
  t.clock.advance(29 * DAY_MS);
  await maintain(t.deps);
  expect(mailsLeft(t)).toHaveLength(105);
  t.clock.advance(400 * DAY_MS);
  await maintain(t.deps);
  expect(mailsLeft(t)).toMatchObject([{ kind: "contact_suspects" }]);
  const kept = t.db.select().from(changes).all();
  expect(kept.filter(({ action }) => action === "insert")).toHaveLength(1);
});

test("expired sessions and rate limit counters go, the others stay", async () => {
  const t = createTestApp();
  await signedIn(t, ANNA);
  t.clock.advance(DAY_MS);
  const bob = await signedIn(t, BOB);
  t.clock.advance(29 * DAY_MS);
  const now = t.clock.now().getTime();
  const counters = [
    { key: "old", points: 3, expire: now - 1 },
    { key: "young", points: 3, expire: now + 1 },
  ];
  t.db.delete(rateLimits).run();
  t.db.write((tx) => tx.insert(rateLimits).values(counters).run());
  await forgetOld(t.deps);
  expect(t.db.select().from(sessions).all()).toMatchObject([{ userId: 2 }]);
  expect(t.db.select().from(rateLimits).all()).toMatchObject([{ key: "young" }]);
  expect((await bob.get("/api/users/me")).status).toBe(200);
});

test("deliveries are erased after 30 days, and once their endpoint is deleted", async () => {
  const t = createTestApp();
  const { db, clock, deps } = t;
  const deliver = (endpointId: number, count = 1) =>
    db.write((tx) =>
      Array.from({ length: count }, (_, n) => {
        const now = clock.now();
        const messageId = `m${n}-${now.getTime()}`;
        const row = { endpointId, messageId, type: "order.paid", subject: "orders:1" } as const;
        const due = { payload: "{}", nextAttemptAt: now };
        return insertRow(tx, webhookDeliveries, { ...row, ...due }, { actor: "test", now }).id;
      }),
    );
  const [first = 0, second = 0, third = 0] = ["a", "b", "c"].map((name) =>
    addEndpoint(t, { url: `https://${name}.example` }),
  );
  deliver(first);
  clock.advance(30 * DAY_MS);
  const kept = [...deliver(first), ...deliver(third)];
  deliver(second, 50);
  clock.advance(1);
  db.sqlite.prepare("DELETE FROM webhook_endpoints WHERE id = ?").run(second);
  await forgetOld(deps);
  expect(db.select({ id: webhookDeliveries.id }).from(webhookDeliveries).all()).toEqual(
    kept.map((id) => ({ id })),
  );
});
