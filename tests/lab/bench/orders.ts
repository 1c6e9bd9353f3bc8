import type { Db } from "../../../db/client.ts";
import { insertRow } from "../../../db/record.ts";
import { orderItems, orders } from "../../../db/schema.ts";
import type { Deps } from "../../../server/deps.ts";
import { fulfil } from "../../../server/domain/orders/fulfil.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { median } from "../../support/figures.ts";
import { makeFolder } from "../torture/world.ts";
import { atLeast, type Row, verdict } from "./rows.ts";

const ROUNDS = 5;
const ORDERS_A_ROUND = 300;
const GOAL_A_SECOND = 100;
const PACK = { name: "Pack", price: 3700, type: "digital" as const };

/** Paid orders per second through `fulfil`, with a provider that answers at once. */
export async function benchOrders(): Promise<Row[]> {
  const shop = await openDataDir(makeFolder());
  // As in a real store; `openDataDir` saves its callers the waiting.
  shop.db.sqlite.pragma("synchronous = FULL");
  const productId = await shop.addProduct(PACK);
  const deps = withPaidCheckouts(shop.deps);
  const rates: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const sessionIds = openOrders(shop.db, { round, productId });
    const startedAt = performance.now();
    for (const sessionId of sessionIds) await fulfil(deps, sessionId);
    if (round > 0) rates.push((ORDERS_A_ROUND * 1000) / (performance.now() - startedAt));
  }
  const print = (value: number) => `${Math.round(value)}`;
  const row = atLeast(GOAL_A_SECOND, { name: "Orders paid a second", value: median(rates), print });
  console.log(`${row.name}: ${row.figure}${verdict(row)}`);
  shop.close();
  return [row];
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

/** A provider that calls every session paid, without a request. */
function withPaidCheckouts(deps: Deps): Deps {
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
