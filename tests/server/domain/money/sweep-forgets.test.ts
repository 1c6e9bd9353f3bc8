import { describe, expect, test } from "vitest";
import { insertRow } from "../../../../db/record.ts";
import { changes, emails, oneTimeCodes, orders, sessions, users } from "../../../../db/schema.ts";
import { queueMail } from "../../../../server/domain/queue-mail.ts";
import { sweep } from "../../../../server/domain/money/sweep.ts";
import { openBrowser } from "../../../support/browser.ts";
import { createTestApp, type TestApp } from "../../../support/create-test-app.ts";
import { DAY_MS } from "../../../support/money.ts";
import { askForCode, signedIn } from "../../../support/sign-in.ts";

const ANNA = "anna@example.com";

/** Requests for a code, as old as they say and in their order; `good` ones have signed in. */
type Asked = { daysAgo: number; attempts: number; good?: boolean; email?: string };

function addCodes({ db, clock }: TestApp, list: Asked[]): void {
  for (const [index, { daysAgo, attempts, good, email = ANNA }] of list.entries()) {
    const createdAt = new Date(clock.now().getTime() - daysAgo * DAY_MS);
    const times = { createdAt, expiresAt: createdAt, usedAt: good ? createdAt : null };
    const code = { email, seed: `seed-${index}`, browserHash: "b", attempts, ...times };
    db.write((tx) => tx.insert(oneTimeCodes).values(code).run());
  }
}

const authorOf = ({ clock }: TestApp) => ({ actor: "test", now: clock.now() });

function addUser(t: TestApp, email = ANNA): void {
  t.db.write((tx) => insertRow(tx, users, { email }, authorOf(t)));
}

function addOrder(t: TestApp, email = ANNA): void {
  const order = { number: "A", status: "expired", email, currency: "usd", totalAmount: 1 } as const;
  t.db.write((tx) => insertRow(tx, orders, order, authorOf(t)));
}

const seedsLeft = ({ db }: TestApp) =>
  db
    .select()
    .from(oneTimeCodes)
    .all()
    .map(({ seed }) => Number(seed.slice("seed-".length)));

/** Every value of every table. */
function everythingIn({ db }: TestApp): string {
  const tables = db.sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all() as string[];
  return JSON.stringify(tables.map((name) => db.sqlite.prepare(`SELECT * FROM "${name}"`).all()));
}

describe("codes that are kept", () => {
  test.each<[string, (t: TestApp) => void]>([
    ["a user", addUser],
    ["an order", addOrder],
  ])("guesses since the last good sign-in, of an address with %s", async (_name, know) => {
    const t = createTestApp();
    know(t);
    addCodes(t, [
      { daysAgo: 300, attempts: 5 },
      { daysAgo: 200, attempts: 1, good: true },
      { daysAgo: 100, attempts: 0 },
      { daysAgo: 90, attempts: 5 },
      { daysAgo: 31, attempts: 2 },
    ]);
    await sweep(t.deps);
    expect(seedsLeft(t)).toEqual([3, 4]);
  });

  test("all of an address that has never signed in, and of nobody else", async () => {
    const t = createTestApp();
    addUser(t);
    addCodes(t, [
      { daysAgo: 50, attempts: 5 },
      { daysAgo: 40, attempts: 1, good: true, email: "bob@example.com" },
    ]);
    await sweep(t.deps);
    expect(seedsLeft(t)).toEqual([0]);
  });

  test("those of the last 30 days, whoever asked", async () => {
    const t = createTestApp();
    addCodes(t, [
      { daysAgo: 30.01, attempts: 3 },
      { daysAgo: 29.99, attempts: 0 },
      { daysAgo: 20, attempts: 1, good: true },
      { daysAgo: 10, attempts: 5 },
    ]);
    await sweep(t.deps);
    expect(seedsLeft(t)).toEqual([1, 2, 3]);
  });
});

test("codes of addresses that the shop does not know go after a month, guessed at or not", async () => {
  const t = createTestApp();
  addUser(t, "other@example.com");
  addCodes(t, [
    { daysAgo: 60, attempts: 0 },
    { daysAgo: 60, attempts: 5 },
  ]);
  await sweep(t.deps);
  expect(seedsLeft(t)).toEqual([]);
});

test("a mail with a code goes after 30 days, and so does every word about whom it went to", async () => {
  const t = createTestApp();
  await askForCode(t, openBrowser(t), "stranger@example.com");
  t.clock.advance(29 * DAY_MS);
  await sweep(t.deps);
  expect(t.db.select().from(emails).all()).toHaveLength(1);
  expect(everythingIn(t)).toContain("stranger@example.com");

  const newest = t.db.select().from(changes).all().at(-1)?.id ?? 0;
  t.clock.advance(DAY_MS + 1);
  await sweep(t.deps);
  expect(t.db.select().from(emails).all()).toEqual([]);
  expect(t.db.select().from(oneTimeCodes).all()).toEqual([]);
  expect(t.db.select().from(changes).all()).toMatchObject([
    { tableName: "emails", rowId: 1, action: "delete", actor: "sweep", before: null, after: null },
  ]);
  expect(t.db.select().from(changes).get()?.id).toBeGreaterThan(newest);
  expect(everythingIn(t)).not.toContain("stranger@example.com");
});

test("other mails stay, with their history", async () => {
  const t = createTestApp();
  const author = authorOf(t);
  const about = { day: "2026-11-21" };
  t.db.write((tx) =>
    queueMail(tx, { uniqueKey: "d", kind: "contact_suspects", recipient: ANNA, about, author }),
  );
  t.clock.advance(400 * DAY_MS);
  await sweep(t.deps);
  expect(t.db.select().from(emails).all()).toHaveLength(1);
  expect(t.db.select().from(changes).all()).toHaveLength(1);
});

test("more mails than one step takes go in the next ones", async () => {
  const t = createTestApp();
  const author = authorOf(t);
  const about = { codeId: 1, forBuyers: false };
  t.db.write((tx) => {
    for (let n = 0; n < 101; n++) {
      queueMail(tx, { uniqueKey: `code:${n}`, kind: "code", recipient: ANNA, about, author });
    }
  });
  t.clock.advance(31 * DAY_MS);
  await sweep(t.deps);
  expect(t.db.select().from(emails).all()).toEqual([]);
});

test("codes that still count are looked at in turn, and those behind them go", async () => {
  const t = createTestApp();
  addUser(t);
  const counting = Array.from({ length: 250 }, () => ({ daysAgo: 40, attempts: 1 }));
  addCodes(t, [...counting, { daysAgo: 35, attempts: 0 }]);
  await sweep(t.deps);
  expect(seedsLeft(t)).toHaveLength(250);
  expect(seedsLeft(t)).not.toContain(250);
});

test("sessions that are over go, the others stay", async () => {
  const t = createTestApp();
  await signedIn(t, ANNA);
  t.clock.advance(DAY_MS);
  const bob = await signedIn(t, "bob@example.com");
  t.clock.advance(29 * DAY_MS);
  await sweep(t.deps);
  expect(t.db.select({ userId: sessions.userId }).from(sessions).all()).toEqual([{ userId: 2 }]);
  expect((await bob.get("/api/users/me")).status).toBe(200);
});
