import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDatabase } from "../../../db/client.ts";
import { insertRow } from "../../../db/record.ts";
import { orderItems, orders } from "../../../db/schema.ts";
import type { Deps } from "../../../server/deps.ts";
import { fulfil } from "../../../server/domain/orders/fulfil.ts";
import { openDataDir, type TestApp } from "../../support/create-test-app.ts";
import { inTurns } from "../../support/figures.ts";
import { asRatio, atLeast, type Row, verdict } from "./rows.ts";

const ROUNDS = 5;
const ORDERS_A_ROUND = 300;
const GOAL = 0.5;
const PACK = { name: "Pack", price: 3700, type: "digital" as const };

/** Paid orders per second through `fulfil`, and the bare inserts of the rows that it leaves. */
export async function benchOrders(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), "papercub-bench-"));
  const shop = await openDataDir(directory);
  // As a store has it: what `openDataDir` saves its callers is what is measured here.
  shop.db.sqlite.pragma("synchronous = FULL");
  const bare = openDatabase(join(directory, "bare.sqlite"));
  const productId = await shop.addProduct(PACK);
  const { first, second, ratio } = await inTurns(ROUNDS, [
    (round) => timeStore(shop, { round, productId }),
    async () => timeBare(bare, rowsOfOneOrder(shop.db)),
  ]);
  const name = "Orders paid a second, share of bare inserts";
  const row = atLeast(GOAL, { name, value: ratio, print: asRatio });
  console.log(
    `Orders paid: store ${Math.round(first)}/s, bare inserts ${Math.round(second)}/s, ` +
      `ratio ${row.figure}${verdict(row)}`,
  );
  shop.close();
  bare.close();
  await rm(directory, { recursive: true, force: true });
  return [row];
}

async function timeStore(
  { deps }: TestApp,
  { round, productId }: { round: number; productId: number },
): Promise<number> {
  const sessionIds = openOrders(deps.db, { round, productId });
  const answering = answeringAtOnce(deps);
  const startedAt = performance.now();
  for (const sessionId of sessionIds) await fulfil(answering, sessionId);
  return rate(startedAt);
}

function openOrders(db: Db, { round, productId }: { round: number; productId: number }): string[] {
  const author = { actor: "bench", now: new Date() };
  return db.write((tx) =>
    Array.from({ length: ORDERS_A_ROUND }, (_, nth) => {
      const sessionId = `cs_test_${round}_${nth}`;
      const open = { status: "open", currency: "usd", totalAmount: PACK.price } as const;
      const order = insertRow(tx, orders, { number: sessionId, sessionId, ...open }, author);
      insertRow(tx, orderItems, { orderId: order.id, productId, ...PACK, files: [] }, author);
      return sessionId;
    }),
  );
}

/** The same store beside a provider that calls every session paid, without a request. */
function answeringAtOnce(deps: Deps): Deps {
  const findCheckout: Deps["payments"]["findCheckout"] = async (id) => ({
    id,
    status: "complete",
    payment: "paid",
    amountTotal: PACK.price,
    linesTotal: PACK.price,
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
  return { ...deps, payments: { ...deps.payments, findCheckout } };
}

type WrittenRow = { table: string; row: Record<string, unknown> };

/** What one fulfilment leaves: the order, its item, its mail, and their lines in `changes`. */
function rowsOfOneOrder({ sqlite }: Db): WrittenRow[] {
  const written = { orders: 1, order_items: 1, emails: 1, changes: 3 };
  return Object.entries(written).flatMap(([table, count]) =>
    sqlite
      .prepare<[number], Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY id DESC LIMIT ?`)
      .all(count)
      .map(({ id: _id, ...row }) => ({ table, row })),
  );
}

/** The same rows, as many statements, one transaction an order: nothing but SQLite. */
function timeBare({ sqlite }: Db, written: WrittenRow[]): number {
  sqlite.pragma("foreign_keys = OFF");
  const inserts = written.map(({ table, row }) => {
    const columns = Object.keys(row);
    const marks = columns.map(() => "?").join(", ");
    const insert = sqlite.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${marks})`);
    return { insert, row };
  });
  const insertOrder = sqlite.transaction((nth: string) => {
    for (const { insert, row } of inserts) {
      insert.run(...Object.entries(row).map(([name, value]) => uniqueValue(name, value, nth)));
    }
  });
  const startedAt = performance.now();
  for (let nth = 0; nth < ORDERS_A_ROUND; nth++) insertOrder.immediate(`${startedAt}-${nth}`);
  return rate(startedAt);
}

const UNIQUE = new Set(["number", "session_id", "unique_key", "message_id"]);

function uniqueValue(name: string, value: unknown, nth: string): unknown {
  if (name === "order_id") return Math.floor(Math.random() * 2 ** 50);
  return UNIQUE.has(name) ? `${String(value)}-${nth}` : value;
}

const rate = (startedAt: number) => ORDERS_A_ROUND / ((performance.now() - startedAt) / 1000);
