import { describe, expect, test } from "vitest";
import { insertRow } from "../../../db/record.ts";
import { rateLimits } from "../../../db/store-schema.ts";
import { changes, emails, oneTimeCodes, orders, sessions, users } from "../../../db/schema.ts";
import { forgetOld } from "../../../server/domain/retention.ts";
import { queueMail } from "../../../server/domain/queue-mail.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, type TestApp } from "../../support/create-test-app.ts";
import { DAY_MS, maintain } from "../../support/money.ts";
import { askForCode, signedIn } from "../../support/sign-in.ts";

const ANNA = "anna@example.com";

/** A request for a code: how many days ago, the wrong tries, whose, and whether it has signed in. */
type Asked = [daysAgo: number, attempts: number, email: string, outcome?: "good"];

function addCodes({ db, clock }: TestApp, list: Asked[]): void {
  for (const [index, [daysAgo, attempts, email, outcome]] of list.entries()) {
    const createdAt = new Date(clock.now().getTime() - daysAgo * DAY_MS);
    const times = { createdAt, expiresAt: createdAt, usedAt: outcome ? createdAt : null };
    const code = { email, seed: String(index), browserHash: "b", attempts, ...times };
    db.write((tx) => tx.insert(oneTimeCodes).values(code).run());
  }
}

const authorOf = ({ clock }: TestApp) => ({ actor: "test", now: clock.now() });

function addUser(t: TestApp, email = ANNA): void {
  t.db.write((tx) => insertRow(tx, users, { email }, authorOf(t)));
}

function addOrder(t: TestApp): void {
  const order = { number: "A", status: "expired", email: ANNA } as const;
  const total = { currency: "usd", totalAmount: 1 };
  t.db.write((tx) => insertRow(tx, orders, { ...order, ...total }, authorOf(t)));
}

/** The places in the list of the codes that are left. */
const codesLeft = ({ db }: TestApp) =>
  db
    .select()
    .from(oneTimeCodes)
    .all()
    .map(({ seed }) => Number(seed));
const mailsLeft = ({ db }: TestApp) => db.select().from(emails).all();

/** Every value of every table. */
function everythingIn({ db: { sqlite } }: TestApp): string {
  const tables = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
  const names = tables.pluck().all() as string[];
  return JSON.stringify(names.map((name) => sqlite.prepare(`SELECT * FROM "${name}"`).all()));
}

const SINCE_GOOD: Asked[] = [
  [300, 5, ANNA],
  [200, 1, ANNA, "good"],
  [100, 0, ANNA],
  [90, 5, ANNA],
  [31, 2, ANNA],
];
test.each<[string, (t: TestApp) => void, Asked[], number[]]>([
  ["guesses since the last good sign-in of an address with a user", addUser, SINCE_GOOD, [3, 4]],
  ["guesses since the last good sign-in of an address with an order", addOrder, SINCE_GOOD, [3, 4]],
  [
    "all guesses of an address that has never signed in, and of no other",
    addUser,
    [
      [50, 5, ANNA],
      [40, 1, "bob@example.com", "good"],
    ],
    [0],
  ],
  [
    "those of the last 30 days, of any address",
    () => {},
    [
      [30.01, 3, ANNA],
      [29.99, 0, ANNA],
      [20, 1, ANNA, "good"],
      [10, 5, ANNA],
    ],
    [1, 2, 3],
  ],
  [
    "none after a month of an address that the shop does not know, guessed at or not",
    (t) => addUser(t, "other@example.com"),
    [
      [60, 0, ANNA],
      [60, 5, ANNA],
    ],
    [],
  ],
])("of codes are kept %s", async (_name, know, codes, left) => {
  const t = createTestApp();
  know(t);
  addCodes(t, codes);
  await maintain(t.deps);
  expect(codesLeft(t)).toEqual(left);
});

test("codes that still count are looked at in turn, and those behind them go", async () => {
  const t = createTestApp();
  addUser(t);
  const counting = Array.from({ length: 250 }, (): Asked => [40, 1, ANNA]);
  addCodes(t, [...counting, [35, 0, ANNA]]);
  await maintain(t.deps);
  expect(codesLeft(t)).toEqual(counting.map((_, place) => place));
});

test("a mail with a code goes after 30 days, and so does every word about whom it went to", async () => {
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

describe("in one round", () => {
  test("other mails stay, with their history", async () => {
    const t = createTestApp();
    const mail = { uniqueKey: "d", kind: "contact_suspects", recipient: ANNA } as const;
    const about = { day: "2026-11-21" };
    t.db.write((tx) => queueMail(tx, { ...mail, about, author: authorOf(t) }));
    t.clock.advance(400 * DAY_MS);
    await maintain(t.deps);
    expect(mailsLeft(t)).toHaveLength(1);
    expect(t.db.select().from(changes).all()).toHaveLength(1);
  });

  test("more mails with codes go than one step takes", async () => {
    const t = createTestApp();
    const mail = { kind: "code", recipient: ANNA, author: authorOf(t) } as const;
    const about = { codeId: 1, forBuyers: false };
    t.db.write((tx) => {
      for (let n = 0; n < 101; n++) queueMail(tx, { ...mail, uniqueKey: `code:${n}`, about });
    });
    t.clock.advance(31 * DAY_MS);
    await maintain(t.deps);
    expect(mailsLeft(t)).toEqual([]);
  });

  test("sessions that are over go, the others stay", async () => {
    const t = createTestApp();
    await signedIn(t, ANNA);
    t.clock.advance(DAY_MS);
    const bob = await signedIn(t, "bob@example.com");
    t.clock.advance(29 * DAY_MS);
    await maintain(t.deps);
    expect(t.db.select().from(sessions).all()).toMatchObject([{ userId: 2 }]);
    expect((await bob.get("/api/users/me")).status).toBe(200);
  });
});

test("counters of limits that no longer count are dropped, the others stay", async () => {
  const t = createTestApp();
  const now = t.clock.now().getTime();
  const rows = [
    { key: "old", points: 3, expire: now - 1 },
    { key: "young", points: 3, expire: now + 1 },
  ];
  t.db.write((tx) => tx.insert(rateLimits).values(rows).run());
  await forgetOld(t.deps);
  expect(t.db.select().from(rateLimits).all()).toMatchObject([{ key: "young" }]);
});
