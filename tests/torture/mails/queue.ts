import { randomUUID } from "node:crypto";
import { openDatabase, type Transaction } from "../../../db/client.ts";
import { insertRow } from "../../../db/record.ts";
import { emails, orderItems, orders, products } from "../../../db/schema.ts";
import type { DataDir } from "../shared/data-dir.ts";

const PRICE_CENTS = 1200;

/** Puts `count` paid orders into a store that is not running, each with its delivery mail to send. */
export function queueMails({ database, productIds }: DataDir, count: number): void {
  const db = openDatabase(database);
  const [productId] = productIds;
  const product = db
    .select()
    .from(products)
    .all()
    .find(({ id }) => id === productId);
  if (!product) throw new Error("There is no product to deliver.");
  db.write((tx) => {
    for (let nth = 1; nth <= count; nth++) queueMail(tx, { nth, product });
  });
  db.close();
}

type Queued = { nth: number; product: typeof products.$inferSelect };

/** The rows as a fulfilled order leaves them. */
function queueMail(tx: Transaction, { nth, product }: Queued): void {
  const now = new Date();
  const author = { actor: "harness", now };
  const email = `buyer-${nth}@example.com`;
  const order = insertRow(
    tx,
    orders,
    {
      number: `FAULT-${nth}`,
      status: "paid",
      sessionId: `cs_test_${String(nth).padStart(12, "0")}`,
      email,
      currency: product.currency,
      totalAmount: PRICE_CENTS,
      paidAt: now,
    },
    author,
  );
  const { id: productId, name, type } = product;
  const item = { orderId: order.id, productId, name, price: PRICE_CENTS, type, files: [] };
  insertRow(tx, orderItems, { ...item, grantedAt: now }, author);
  insertRow(
    tx,
    emails,
    {
      uniqueKey: `delivery:${order.id}`,
      kind: "delivery",
      recipient: email,
      orderId: order.id,
      data: {},
      messageId: `<${randomUUID()}@papercub>`,
      status: "queued",
      nextAttemptAt: now,
    },
    author,
  );
}
