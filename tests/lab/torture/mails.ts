import { openDatabase, openReader, type Transaction } from "../../../db/client.ts";
import { insertRow } from "../../../db/record.ts";
import { emails, orderItems, orders, products } from "../../../db/schema.ts";
import type { ReceivedMail } from "../../support/smtp-stub.ts";
import { until } from "../../support/until.ts";
import type { TakenMail } from "./check.ts";
import type { DataDir } from "./shop.ts";

const REST_LIMIT_MS = 180_000;
const PRICE_CENTS = 1200;
const MESSAGE_ID = /^message-id:\s*(<[^>]*>)/im;

/** Resolves when so many mails are sent, or after three minutes: a check names the missing ones. */
export async function allSent(database: string, mails: number): Promise<void> {
  const { sqlite, close } = openReader(database);
  const sent = sqlite.prepare("SELECT count(*) FROM emails WHERE status = 'sent'").pluck();
  // The check names the mails that are missing by then.
  await until(() => sent.get() === mails, {
    what: "all mails are sent",
    limitMs: REST_LIMIT_MS,
  }).catch(() => {});
  close();
}

export function takenMail({ raw, to }: ReceivedMail): TakenMail {
  return { messageId: MESSAGE_ID.exec(raw)?.[1] ?? "", recipient: to[0] ?? "" };
}

/** Puts `count` paid orders into a store that is not running, each with its delivery mail to send. */
export function queueMails({ database }: Pick<DataDir, "database">, count: number): void {
  const db = openDatabase(database);
  const product = db.select().from(products).limit(1).get();
  if (!product) throw new Error("There is no product to deliver.");
  db.write((tx) => {
    for (let nth = 1; nth <= count; nth++) queueMail(tx, { nth, product });
  });
  db.close();
}

/** The rows as a fulfilled order leaves them. */
function queueMail(
  tx: Transaction,
  { nth, product }: { nth: number; product: typeof products.$inferSelect },
): void {
  const now = new Date();
  const author = { actor: "harness", now };
  const { id: productId, name, type, currency } = product;
  const email = `buyer-${nth}@example.com`;
  const order = {
    number: `FAULT-${nth}`,
    status: "paid" as const,
    sessionId: `cs_test_${String(nth).padStart(12, "0")}`,
    email,
    currency,
    totalAmount: PRICE_CENTS,
    paidAt: now,
  };
  const { id: orderId } = insertRow(tx, orders, order, author);
  const item = { orderId, productId, name, price: PRICE_CENTS, type, files: [], grantedAt: now };
  insertRow(tx, orderItems, item, author);
  const mail = {
    uniqueKey: `delivery:${orderId}`,
    kind: "delivery" as const,
    recipient: email,
    orderId,
    data: {},
    messageId: `<${orderId}-of-the-run@papercub>`,
    status: "queued" as const,
    nextAttemptAt: now,
  };
  insertRow(tx, emails, mail, author);
}
