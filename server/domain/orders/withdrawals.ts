import { asc, eq } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { withdrawals } from "../../../db/buyer-schema.ts";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import { orderErrors } from "./refusals.ts";
import { foldEmail } from "../../contract/email.ts";
import { formatDay } from "../../contract/format.ts";
import { withdrawalEnd, type WithdrawStart, type WithdrawValues } from "../../contract/withdraw.ts";
import { withdrawalWords } from "../../contract/mail-words.ts";
import { fill, setTexts } from "../../contract/words.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { readSite } from "../settings.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { accessStartOf } from "../viewer.ts";
import { onEnded, runSteps } from "./consequences.ts";
import { payerEmailOf } from "./gifts.ts";
import { findOrderNumber, findWithdrawal, isRefundedInFull } from "./order.ts";
import { isPaidOrProcessing } from "../../../db/order-status.ts";

type WithdrawalDeps = Pick<Deps, "db" | "config" | "clock">;
type Withdrawal = typeof withdrawals.$inferSelect;

/**
 * Returns the next step for these values: the order to confirm, or the withdrawal that it already
 * has. The same answer for an unknown number and another buyer's order.
 */
export function findWithdrawable(deps: WithdrawalDeps, values: WithdrawValues): WithdrawStart {
  const order = findBought(deps.db, values);
  if (!order) return { step: "form", values, problems: {}, error: "unknown" };
  const known = findWithdrawal(deps.db, order.id);
  if (known) return receiptOf(order, known, true);
  if (isRefundedInFull(order)) return { step: "form", values, problems: {}, error: "refunded" };
  const items = itemNames(deps.db, order.id);
  const { number, totalAmount, currency } = order;
  const orderedAt = orderedAtOf(order).toISOString();
  const statement = statementOf(deps, order, items);
  return {
    step: "confirm",
    values,
    order: { number, orderedAt, items, totalAmount, currency },
    statement,
    late: isLate(order, deps.clock.now()),
  };
}

/**
 * Stores the withdrawal from an order, with its receipt to the buyer and a mail to the owner. A
 * second withdrawal returns the first one. Refunds nothing. Files that are still waiting are not
 * delivered; delivered files stay accessible.
 */
export function declareWithdrawal(deps: WithdrawalDeps, values: WithdrawValues): WithdrawStart {
  const author = { actor: "buyer", now: deps.clock.now() };
  const { supportEmail } = readSite(deps);
  return deps.db.write((tx) => {
    const order = findBought(tx, values);
    if (!order) return { step: "form", values, problems: {}, error: "unknown" };
    const known = findWithdrawal(tx, order.id);
    if (known) return receiptOf(order, known, true);
    if (isRefundedInFull(order)) return { step: "form", values, problems: {}, error: "refunded" };
    const row = {
      orderId: order.id,
      name: values.name,
      email: foldEmail(values.email),
      statement: statementOf(deps, order, itemNames(tx, order.id)),
      late: isLate(order, author.now),
    };
    const withdrawal = insertRow(tx, withdrawals, row, author);
    withholdItems(tx, { order, author });
    queueMails(tx, { withdrawal, supportEmail, author });
    return receiptOf(order, withdrawal, false);
  });
}

/** Revokes the items of an order whose files are still waiting, and cancels their mail. */
function withholdItems(tx: Transaction, { order, author }: { order: Order; author: Author }): void {
  const ofOrder = eq(orderItems.orderId, order.id);
  const items = tx.select().from(orderItems).where(ofOrder).all();
  const waiting = items.filter((item) => accessStartOf(item, author.now) !== null);
  if (waiting.length === 0) return;
  const patch = { revokedAt: author.now, revokeReason: "withdrawal" } as const;
  for (const { id } of waiting) updateRow(tx, orderItems, id, patch, author);
  const itemIds = waiting.map(({ id }) => id);
  runSteps(onEnded, tx, { order, author, by: "withdrawal", itemIds });
}

function queueMails(
  tx: Transaction,
  {
    withdrawal: { id, orderId, email },
    supportEmail,
    author,
  }: { withdrawal: Withdrawal; supportEmail: string; author: Author },
): void {
  const about = { orderId, withdrawalId: id };
  const receipt = { uniqueKey: `withdrawal:${id}`, kind: "withdrawal" } as const;
  queueMail(tx, { ...receipt, recipient: email, about, author });
  const notice = { uniqueKey: `withdrawal-notice:${id}`, kind: "withdrawal_notice" } as const;
  queueMail(tx, { ...notice, recipient: supportEmail, about, author });
}

/** Marks a withdrawal as done. Throws AppError `conflict` when it already is. */
export function closeWithdrawal(
  tx: Transaction,
  { id, author }: { id: number; author: Author },
): void {
  const row = tx.select().from(withdrawals).where(eq(withdrawals.id, id)).get();
  if (row?.doneAt !== null) throw conflict(orderErrors.alreadyResolved);
  updateRow(tx, withdrawals, id, { doneAt: author.now }, author);
}

function findBought(
  db: Pick<Reader, "select">,
  { number, email }: WithdrawValues,
): Order | undefined {
  const isNamed = eq(orders.number, findOrderNumber(number) ?? "");
  const order = db.select().from(orders).where(isNamed).get();
  return order && isPaidOrProcessing(order.status) && payerEmailOf(order) === foldEmail(email)
    ? order
    : undefined;
}

function itemNames(db: Pick<Reader, "select">, orderId: number): string[] {
  const ofOrder = eq(orderItems.orderId, orderId);
  const items = db.select({ name: orderItems.name }).from(orderItems).where(ofOrder);
  return items
    .orderBy(asc(orderItems.id))
    .all()
    .map(({ name }) => name);
}

function statementOf(deps: WithdrawalDeps, order: Order, items: string[]): string {
  const site = readSite(deps);
  setTexts(site);
  return fill(withdrawalWords.statement, {
    number: order.number,
    day: formatDay(orderedAtOf(order), site.timeZone),
    items: items.join(", "),
  });
}

function isLate(order: Order, now: Date): boolean {
  return now > withdrawalEnd(orderedAtOf(order));
}

function orderedAtOf({ paidAt, createdAt }: Order): Date {
  return paidAt ?? createdAt;
}

function receiptOf(
  { number }: Order,
  { statement, createdAt, late }: Withdrawal,
  again: boolean,
): WithdrawStart {
  const receivedAt = createdAt.toISOString();
  return { step: "done", orderNumber: number, statement, receivedAt, late, again };
}
