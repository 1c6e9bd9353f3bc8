import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { type Db, openDatabase } from "../../db/client.ts";
import { insertRow } from "../../db/record.ts";
import { orderItems, orders, products } from "../../db/schema.ts";
import { loadConfig } from "../../server/config.ts";
import type { Checkout, Deps } from "../../server/deps.ts";
import { fulfil } from "../../server/domain/orders/fulfil.ts";
import { median } from "./median.ts";

const ROUNDS = 5;
const ORDERS_A_ROUND = 300;
const GOAL = 0.5;
const AUTHOR = { actor: "bench", now: new Date() };

/** Paid orders per second through `fulfil`, and the bare inserts of the rows that it leaves. */
export async function benchOrders(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "papercub-bench-"));
  const store = openDatabase(join(directory, "store.sqlite"));
  const bare = openDatabase(join(directory, "bare.sqlite"));
  const rounds: { store: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const storeRate = await timeStore(store, round);
    rounds.push({ store: storeRate, bare: timeBare(bare, store) });
  }
  const ratio = median(rounds.map((r) => r.store / r.bare));
  console.log(
    `Orders paid: store ${Math.round(median(rounds.map((r) => r.store)))}/s, ` +
      `bare inserts ${Math.round(median(rounds.map((r) => r.bare)))}/s, ` +
      `ratio ${ratio.toFixed(2)} (goal ${GOAL})`,
  );
  store.close();
  bare.close();
  await rm(directory, { recursive: true, force: true });
}

async function timeStore(db: Db, round: number): Promise<number> {
  const sessionIds = openOrders(db, round);
  const deps = benchDeps(db);
  const startedAt = performance.now();
  for (const sessionId of sessionIds) await fulfil(deps, sessionId);
  return rate(startedAt);
}

/** The same rows, as many statements, one transaction an order: nothing but SQLite. */
function timeBare(db: Db, model: Db): number {
  const written = rowsOfOneOrder(model);
  db.sqlite.pragma("foreign_keys = OFF");
  const statements = written.map(({ table, row }) => {
    const columns = Object.keys(row);
    const marks = columns.map(() => "?").join(", ");
    return db.sqlite.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`);
  });
  const insertOrder = db.sqlite.transaction((nth: string) => {
    for (const [index, { row }] of written.entries()) {
      const values = Object.entries(row).map(([name, value]) => uniqueValue(name, value, nth));
      statements[index]?.run(...values);
    }
  });
  const startedAt = performance.now();
  for (let i = 0; i < ORDERS_A_ROUND; i++) insertOrder.immediate(`${startedAt}-${i}`);
  return rate(startedAt);
}

type WrittenRow = { table: string; row: Record<string, unknown> };

/** What one fulfilment leaves: the order, its item, its mail, and their lines in `changes`. */
function rowsOfOneOrder({ sqlite }: Db): WrittenRow[] {
  const select = (table: string, where = "1") =>
    sqlite.prepare(`SELECT * FROM ${table} WHERE ${where} ORDER BY id DESC LIMIT 3`).all();
  const [order] = select("orders");
  const [item] = select("order_items");
  const [email] = select("emails");
  const changes = select("changes");
  const named = [order, item, email].map((row, i) => ({
    table: ["orders", "order_items", "emails"][i] ?? "",
    row: row as Record<string, unknown>,
  }));
  const noted = changes.map((row) => ({ table: "changes", row: row as Record<string, unknown> }));
  return [...named, ...noted].map(({ table, row: { id: _id, ...row } }) => ({ table, row }));
}

const UNIQUE = new Set(["number", "session_id", "unique_key", "message_id"]);

function uniqueValue(name: string, value: unknown, nth: string): unknown {
  if (name === "order_id") return Math.floor(Math.random() * 2 ** 50);
  return UNIQUE.has(name) ? `${String(value)}-${nth}` : value;
}

function openOrders(db: Db, round: number): string[] {
  return db.write((tx) => {
    const product =
      tx.select().from(products).get() ??
      insertRow(
        tx,
        products,
        { name: "Pack", slug: "pack", price: 3700, type: "digital", images: [], features: [] },
        AUTHOR,
      );
    return Array.from({ length: ORDERS_A_ROUND }, (_, i) => {
      const sessionId = `cs_test_${round}_${i}`;
      const order = insertRow(
        tx,
        orders,
        { number: sessionId, status: "open", sessionId, currency: "usd", totalAmount: 3700 },
        AUTHOR,
      );
      const { id: productId, name, price, type } = product;
      insertRow(
        tx,
        orderItems,
        { orderId: order.id, productId, name, price, type, files: [] },
        AUTHOR,
      );
      return sessionId;
    });
  });
}

function benchDeps(db: Db): Deps {
  const paid = (id: string): Checkout => ({
    id,
    status: "complete",
    payment: "paid",
    amountTotal: 3700,
    linesTotal: 3700,
    discount: 0,
    currency: "usd",
    email: `${id}@example.com`,
    name: "Bench Buyer",
    shopId: null,
    orderNumber: null,
    lines: [],
    paymentIntentId: null,
    subscription: null,
  });
  const never = () => Promise.reject(new Error("The benchmark only fulfils."));
  return {
    config: loadConfig({ DEMO: "1" }),
    db,
    payments: {
      createCheckout: never,
      expireCheckout: never,
      findCheckout: async (id) => paid(id),
      listCheckouts: never,
      findSessionOf: never,
      findReversals: never,
      findSubscription: never,
      createPortal: never,
      listEvents: never,
      readEvent: never,
    },
    identity: null,
    mailer: { send: never },
    files: { save: never, bundle: never, path: () => "" },
    clock: { now: () => new Date() },
    log: pino({ enabled: false }),
    secret: "",
  };
}

function rate(startedAt: number): number {
  return ORDERS_A_ROUND / ((performance.now() - startedAt) / 1000);
}
