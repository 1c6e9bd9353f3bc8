import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertRow } from "../../../../db/record.ts";
import { contactSubmissions, withdrawals } from "../../../../db/buyer-schema.ts";
import { emails, orderNotes, orders, refunds } from "../../../../db/schema.ts";
import { webhookEvents } from "../../../../db/store-schema.ts";
import type { Needs } from "../../../../server/contract/admin-answers.ts";
import { NEED_KINDS } from "../../../../server/contract/admin-answers.ts";
import { listNeeds } from "../../../../server/domain/issues/needs.ts";
import { adminAuthor } from "../../../support/admin-author.ts";
import { readListQuery } from "../../../../server/domain/tables/list-query.ts";
import { listRows } from "../../../../server/domain/tables/read-jobs.ts";
import { getTable } from "../../../../server/domain/tables/registry.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { DAY_MS, HOUR_MS } from "../../../support/money.ts";
import { planOf, watchStatements } from "../../../support/query-plans.ts";
import { addEndpoint } from "../../../support/webhook-receiver.ts";

type Desk = ReturnType<typeof openDesk>;

const ORDER = {
  email: "a@example.com",
  currency: "usd",
  totalAmount: 3700,
  status: "paid",
} as const;
const REFUND = { orderId: 1, amount: 500, status: "failed" } as const;
const MAIL = { kind: "delivery", status: "dead", recipient: "a@example.com", orderId: 1 } as const;
const WITHDRAWAL = { name: "Anna", email: "a@example.com", statement: "I withdraw.", orderId: 1 };
const EVENT = { type: "charge.refunded", payload: "{}", about: "payment" } as const;
const MESSAGE = { name: "Anna", email: "anna@example.com", message: "Hello." };

/** Opens a shop with helpers that insert rows directly; `agoMs` is their age. */
function openDesk() {
  const { db, clock, deps } = createTestApp();
  const at = (agoMs = 0) => ({ actor: "test", now: new Date(clock.now().getTime() - agoMs) });
  let count = 0;
  const add = {
    order(values: object = {}) {
      const row = { ...ORDER, number: `AAAA-000${++count}`, ...values };
      return db.write((tx) => insertRow(tx, orders, row, at()).id);
    },
    note: (values: Omit<typeof orderNotes.$inferInsert, "createdAt" | "updatedAt">) =>
      db.write((tx) => insertRow(tx, orderNotes, values, at()).id),
    refund: (values: object, agoMs?: number) =>
      db.write((tx) => insertRow(tx, refunds, { ...REFUND, ...values }, at(agoMs)).id),
    mail(values: object = {}, agoMs?: number) {
      const keys = { uniqueKey: `k${++count}`, messageId: `m${count}`, data: {} };
      const row = { ...MAIL, ...keys, nextAttemptAt: at(agoMs).now, ...values };
      return db.write((tx) => insertRow(tx, emails, row, at(agoMs)).id);
    },
    event(values: object) {
      const row = { ...EVENT, eventId: `evt_${++count}`, nextAttemptAt: at().now, ...values };
      return db.write((tx) => insertRow(tx, webhookEvents, row, at()).id);
    },
    endpoint: (values: object = {}) =>
      addEndpoint({ db, clock }, { url: `https://${++count}.example/in`, ...values }),
    withdrawal: (values: object = {}) =>
      db.write((tx) => insertRow(tx, withdrawals, { ...WITHDRAWAL, ...values }, at()).id),
    message: (values: object = {}) =>
      db.write((tx) => insertRow(tx, contactSubmissions, { ...MESSAGE, ...values }, at()).id),
  };
  add.order();
  return { db, clock, deps, add, needs: () => listNeeds(deps) };
}

const kindsOf = ({ groups }: Needs) => groups.map(({ kind, count }) => `${kind} ${count}`);

const NOTHING: [name: string, plant: (desk: Desk) => unknown][] = [
  ["an order that was paid once", () => {}],
  ["a dispute that is over", ({ add }) => settledNote(add)],
  [
    "a double that was given back",
    ({ add }) => add.order({ duplicateOfId: 1, refundedAmount: 100 }),
  ],
  [
    "a double that was settled",
    ({ add, clock }) => add.order({ duplicateOfId: 1, duplicateResolvedAt: clock.now() }),
  ],
  ["a withdrawal that is done", ({ add, clock }) => add.withdrawal({ doneAt: clock.now() })],
  ["a refund that went well", ({ add }) => add.refund({ status: "succeeded" }, DAY_MS)],
  ["a refund under way since now", ({ add }) => add.refund({ status: "pending" }, HOUR_MS)],
  ["a refund refused long ago", ({ add }) => add.refund({}, 30 * DAY_MS)],
  [
    "a refused refund that was made again",
    ({ add }) => [add.refund({}, HOUR_MS), add.refund({ status: "succeeded" })],
  ],
  ["a mail that waits, is on its way, or was sent", ({ add }) => livingMails(add)],
  ["a mail given up long ago", ({ add }) => add.mail({}, 30 * DAY_MS)],
  [
    "a mail that had its time",
    ({ add, clock }) => add.mail({ kind: "code", orderId: null, expiresAt: clock.now() }),
  ],
  ["a mail to a corrected email", ({ add }) => add.mail({ recipient: "old@example.com" })],
  ["a mail that was sent again", ({ add }) => [add.mail(), add.mail({ status: "sent" })]],
  [
    "a withdrawal from an order that was refunded in full",
    ({ add }) => add.withdrawal({ orderId: add.order({ refundedAmount: 3700 }) }),
  ],
  ["an event that failed twice", ({ add }) => add.event({ attempts: 2 })],
  [
    "an event that went well at last",
    ({ add, clock }) => add.event({ attempts: 9, handledAt: clock.now() }),
  ],
  ["an endpoint that works or was switched off", ({ add }) => healthyEndpoints(add)],
  [
    "messages that were caught, answered or done",
    ({ add }) => ["suspect", "answered", "done"].map((status) => add.message({ status })),
  ],
];

function settledNote(add: Desk["add"]) {
  return add.note({ orderId: 1, kind: "dispute_open", doneAt: new Date() });
}

function healthyEndpoints(add: Desk["add"]) {
  return [add.endpoint(), add.endpoint({ active: false })];
}

function livingMails(add: Desk["add"]) {
  return (["queued", "sending", "sent"] as const).map((status) => add.mail({ status }));
}

test.each(NOTHING)("%s waits for nobody", (_name, plant) => {
  const desk = openDesk();
  plant(desk);
  expect(desk.needs()).toEqual({ total: 0, groups: [] });
});

test("what waits comes by its urgency, with what it is about", () => {
  const { add, needs, clock } = openDesk();
  const dueAt = new Date(clock.now().getTime() + 3 * DAY_MS);
  const at = clock.now().toISOString();
  add.message({ subject: "<b>=1+1</b>", message: "x".repeat(500) });
  add.endpoint({ failingSince: clock.now(), active: false });
  add.endpoint({ failingSince: clock.now(), lastError: "The endpoint answered 500." });
  add.event({ attempts: 3, lastError: "The provider is down." });
  add.mail({ subject: "Your printables", lastError: "No such mailbox." });
  add.refund({ lastError: "Card closed." });
  add.note({ orderId: 1, kind: "other_total" });
  const double = add.order({ duplicateOfId: 1, paidAt: clock.now() });
  add.refund({ status: "pending", amount: 700, orderId: double }, 2 * HOUR_MS);
  add.note({ orderId: double, kind: "dispute_open" });
  add.note({ orderId: 1, kind: "renewal_dispute_open", dueAt });
  add.withdrawal({ late: true });
  const { total, groups } = needs();
  expect(total).toBe(12);
  const money = "$37.00 USD · a@example.com";
  const dispute = "A dispute about a renewal is open: answer it at the payment provider.";
  const rows = groups.flatMap(({ kind, rows: ofKind }) =>
    ofKind.map((row) => [kind, row.table, row.orderId, row.title, row.detail]),
  );
  expect(groups.flatMap((group) => group.rows.map((row) => row.at))).toContain(at);
  expect(groups[0]?.rows.map((row) => row.dueAt)).toEqual([dueAt.toISOString(), null]);
  const notes = "order_notes";
  const numbered = (before: string, after = "") =>
    expect.stringMatching(new RegExp(`^${before}AAAA-000\\d${after}$`));
  expect(rows).toEqual([
    ["disputes", notes, 1, "Dispute of order AAAA-0001", `${dispute} ${money}`],
    ["disputes", notes, double, numbered("Dispute of order "), expect.stringContaining(money)],
    [
      "withdrawals",
      "withdrawals",
      1,
      "Anna withdrew from order AAAA-0001",
      `${money} · after the withdrawal period`,
    ],
    [
      "double_payments",
      "orders",
      double,
      numbered("Order ", " may be a duplicate of AAAA-0001"),
      money,
    ],
    ["odd_totals", notes, 1, "Note on order AAAA-0001", expect.stringContaining(money)],
    [
      "failed_refunds",
      "refunds",
      double,
      numbered("A refund of \\$7.00 USD for order ", " is still pending"),
      null,
    ],
    [
      "failed_refunds",
      "refunds",
      1,
      "A refund of $5.00 USD for order AAAA-0001 was refused",
      "Card closed.",
    ],
    [
      "dead_mails",
      "emails",
      1,
      "“Your printables” did not reach a@example.com",
      "No such mailbox.",
    ],
    [
      "failed_events",
      "webhook_events",
      null,
      "charge.refunded failed 3 times",
      "The provider is down.",
    ],
    [
      "failing_endpoints",
      "webhook_endpoints",
      null,
      expect.stringMatching(/^Events don't reach \d+\.example$/),
      "The endpoint answered 500.",
    ],
    [
      "failing_endpoints",
      "webhook_endpoints",
      null,
      expect.stringMatching(/^\d+\.example was switched off$/),
      null,
    ],
    ["unread_messages", "contact_submissions", null, "Anna: <b>=1+1</b>", `${"x".repeat(199)}…`],
  ]);
});

test("an order needs attention while one of its rows waits", () => {
  const { add, db, clock } = openDesk();
  // The list compares times with the system clock, the desk is at the clock of the test.
  const sinceTest = clock.now().getTime() - Date.now();
  const order = add.order;
  const waiting = [
    (orderId: number) => add.note({ orderId, kind: "dispute_open" }),
    (orderId: number) => add.note({ orderId, kind: "other_total" }),
    (orderId: number) => add.withdrawal({ orderId }),
    (orderId: number) => add.refund({ orderId }, sinceTest + 29 * DAY_MS),
    (orderId: number) => add.refund({ orderId, status: "pending" }, sinceTest + 2 * HOUR_MS),
    (orderId: number) => add.mail({ orderId }, sinceTest + 29 * DAY_MS),
  ].map((plant) => {
    const id = order();
    plant(id);
    return id;
  });
  waiting.push(order({ duplicateOfId: 1, paidAt: clock.now() }));
  add.note({ orderId: order(), kind: "other_total", doneAt: clock.now() });
  add.refund({ orderId: order() }, sinceTest + 31 * DAY_MS);
  add.refund({ orderId: order(), status: "pending" }, sinceTest + HOUR_MS / 2);
  add.message();
  const listWhere = (needsAttention: string) => {
    const query = readListQuery(getTable("orders"), { needs_attention: needsAttention });
    return listRows(db, { table: "orders", query });
  };
  const idsWhere = (needsAttention: string) =>
    listWhere(needsAttention)
      .page.data.map(({ id }) => id)
      .toReversed();
  expect(idsWhere("true")).toEqual(waiting);
  expect(idsWhere("false")).toEqual([1, 9, 10, 11]);
  // A change of such a row also makes cached lists of orders outdated.
  const { stamp } = listWhere("true");
  add.note({ orderId: 1, kind: "other_total" });
  expect(listWhere("true").stamp).not.toBe(stamp);
});

test("20 rows of a kind are told, and all are counted", () => {
  const { add, needs } = openDesk();
  for (let n = 0; n < 25; n++) add.message({ subject: `Message ${n}` });
  const [group] = needs().groups;
  expect([needs().total, group?.count, group?.rows.length]).toEqual([25, 25, 20]);
  expect(new Set(group?.rows.map(({ id }) => id)).size).toBe(20);
});

test("a double payment is settled by its action, once, and no other order is", async () => {
  const { add, needs, deps, db, clock } = openDesk();
  const double = add.order({ duplicateOfId: 1, paidAt: clock.now() });
  const action = getTable("orders").actions.find(({ name }) => name === "dismiss_duplicate");
  const author = adminAuthor({ db, clock });
  const settle = async (id: number) =>
    action?.run?.(deps, { row: { id, version: 1 }, values: {}, author, key: "k" });
  await expect(settle(1)).rejects.toMatchObject({ code: "conflict" });
  expect(kindsOf(needs())).toEqual(["double_payments 1"]);
  await settle(double);
  expect(needs().total).toBe(0);
  await expect(settle(double)).rejects.toMatchObject({ code: "conflict" });
  const row = db.select().from(orders).where(eq(orders.id, double)).get();
  expect(row).toMatchObject({ duplicateOfId: 1, duplicateResolvedAt: clock.now() });
});

test("each kind is read through an index that holds nothing but what waits", () => {
  // Start watching before the first query: a connection prepares each statement only once.
  const watched = watchStatements();
  const { db, needs } = openDesk();
  needs();
  const all = watched.stop();
  const statements = all.filter((sql) => sql.startsWith("SELECT count(*)") || sql.endsWith("20"));
  expect(statements.length).toBe(2 * NEED_KINDS.length);
  const partial = db.sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'",
    )
    .pluck()
    .all();
  for (const sql of statements) {
    const plan = planOf(db.sqlite, sql);
    const used = plan.flatMap((step) => /INDEX (\w+)/.exec(step)?.[1] ?? []);
    expect(used.some((name) => partial.includes(name)) ? "" : sql + plan.join("\n")).toBe("");
    expect(plan.filter((step) => /^SCAN (?!.*INDEX)/.test(step))).toEqual([]);
  }
});
