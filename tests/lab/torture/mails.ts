import { openDatabase, openReader, type Transaction } from "../../../db/client.ts";
import { insertRow } from "../../../db/record.ts";
import { emails, orderItems, orders, products } from "../../../db/schema.ts";
import type { ReceivedMail } from "../../support/smtp-stub.ts";
import { until } from "../../support/until.ts";
import { checkMails, countFindings, type TakenMail } from "./check.ts";
import { seededRandom } from "./random.ts";
import { type DataDir, type Outcome, secondsSince, type Shop, withShop } from "./shop.ts";

/** How many mails the store sends at the same moment (server/jobs/index.ts). */
const SENDERS = 4;
const NEXT_MAIL_LIMIT_MS = 150_000;
const REST_LIMIT_MS = 180_000;
const LAST_MOMENT_MS = 10;
/** Mails that are left for the time after the last kill. */
const SHARE_SENT_DURING_KILLS = 0.8;
const PRICE_CENTS = 1200;
const MESSAGE_ID = /^message-id:\s*(<[^>]*>)/im;

type MailOptions = { mails: number; kills: number; seed: number };

/** Kills the store `kills` times while it sends `mails` queued mails; none may be lost. */
export async function runMails({ mails, kills, seed }: MailOptions): Promise<Outcome> {
  const startedAt = performance.now();
  return withShop({ prepare: (dataDir) => queueMails(dataDir, mails) }, async (shop) => {
    await killWhileSending(shop, { mails, kills, seed });
    await allSent(shop.dataDir.database, mails);
    await shop.store.stop();
    const taken = shop.mails.received.map(takenMail);
    const allowedDuplicates = kills * SENDERS;
    const checked = checkMails(shop.dataDir.database, { taken, allowedDuplicates });
    return {
      line:
        `mails ${mails}, kills ${kills}, received ${taken.length}, ` +
        `duplicates ${checked.duplicates} (${allowedDuplicates} allowed), ` +
        `most copies ${checked.mostCopies}, ` +
        `${countFindings(checked.found)}, ${secondsSince(startedAt)}, seed ${seed}`,
      problems: checked.found,
    };
  });
}

/** Each life of the store ends while it sends, some mails after the last one that was taken before. */
async function killWhileSending(
  { store, mails: { received } }: Shop,
  { mails, kills, seed }: MailOptions,
): Promise<void> {
  const random = seededRandom(seed);
  const mostPerLife = Math.max(1, Math.floor((2 * SHARE_SENT_DURING_KILLS * mails) / kills) - 1);
  for (let nth = 0; nth < kills; nth++) {
    const wanted = Math.min(mails, received.length + random.between(1, mostPerLife));
    await until(() => received.length >= wanted, {
      what: "the store sends the next mails",
      limitMs: NEXT_MAIL_LIMIT_MS,
      everyMs: 1,
    });
    await Bun.sleep(random.between(0, LAST_MOMENT_MS));
    await store.killAndRestart();
  }
}

/** Resolves when so many mails are sent; what is missing after three minutes is for a check to name. */
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
