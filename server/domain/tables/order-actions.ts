import { MONEY } from "../../contract/formats.ts";
import { refundPayment } from "../money/refunds.ts";
import { dismissDuplicate } from "../orders/duplicate-purchase.ts";
import { correctEmailOf } from "../orders/correct-email.ts";
import { deliverNow, giveProduct, restoreItem, revokeItem } from "../orders/item-access.ts";
import { sendFilesAgain } from "../orders/order-mails.ts";
import { decideNote } from "../orders/order-notes.ts";
import { PAID_OR_PROCESSING } from "../../../db/order-status.ts";
import { closeWithdrawal } from "../orders/withdrawals.ts";
import type { ActionRun, TableActionDefinition } from "./table-action.ts";

const EMPTY = { in: [null] };
const FILLED = { notIn: [null] };
const PAID = { in: ["paid"] };

const REASON = {
  type: "string",
  title: "Reason",
  description: "For yourself; the buyer doesn't see it.",
  maxLength: 500,
  multiline: true,
} as const;

export const orderActions: TableActionDefinition[] = [
  {
    name: "send_again",
    title: "Send the files again",
    description: "Mails all files of this order to its email, with new links.",
    sendsMail: true,
    when: { status: PAID, email: FILLED },
    run: (_deps, { row, key, author }) =>
      author.write((tx) => sendFilesAgain(tx, { orderId: row.id, key: mailKey(row, key), author })),
  },
  {
    name: "correct_email",
    title: "Correct the email",
    description:
      "Sends the files to the new email, ends all older links, and informs the old email.",
    fields: { email: { type: "string", title: "Email", format: "email", required: true } },
    sendsMail: true,
    needsPasskeyCheck: true,
    when: { status: { in: PAID_OR_PROCESSING } },
    run: (_deps, { row, values, author }) =>
      author.write((tx) =>
        correctEmailOf(tx, { orderId: row.id, email: String(values["email"]), author }),
      ),
  },
  {
    name: "refund",
    title: "Refund",
    description:
      "Returns money to the buyer and mails a confirmation. A full refund also revokes the products.",
    fields: {
      amount: {
        type: "integer",
        ...MONEY,
        title: "Amount",
        minimum: 1,
        required: true,
      },
      reason: REASON,
    },
    movesMoney: true,
    when: { status: PAID, total_amount: { notIn: [0] }, payment_intent_id: FILLED },
    run: (deps, run) =>
      refundPayment(deps, {
        ...refundRequest(run),
        orderId: run.row.id,
        what: { amount: Number(run.values["amount"]) },
      }),
  },
  {
    name: "give_product",
    title: "Give a product",
    description: "Adds a product to this order free of charge.",
    fields: {
      product_id: { type: "integer", title: "Product", reference: "products", required: true },
      send_mail: {
        type: "boolean",
        title: "Mail the files",
        description: "Sends all files of this order, with the new ones.",
        default: true,
      },
    },
    sendsMail: true,
    when: { status: PAID },
    run(_deps, { row, values, key, author }) {
      const productId = Number(values["product_id"]);
      const mail = values["send_mail"] === true ? { key: mailKey(row, key) } : null;
      author.write((tx) => giveProduct(tx, { orderId: row.id, productId, mail, author }));
    },
  },
  {
    name: "dismiss_duplicate",
    formerName: "settle_double",
    title: "Mark the duplicate as resolved",
    description: "It was intended, or is refunded already. Removes it from “Needs attention”.",
    when: { double_of_id: FILLED, double_settled_at: EMPTY },
    run: (_deps, { row, author }) => author.write((tx) => dismissDuplicate(tx, row.id, author)),
  },
];

export const itemActions: TableActionDefinition[] = [
  {
    name: "refund_line",
    title: "Refund this item",
    description:
      "Refunds what was paid for this item, with its tax, revokes access to it and mails a confirmation. A purchase that is credited to an upgrade can be refunded only after the upgrade.",
    fields: { reason: REASON },
    movesMoney: true,
    when: {
      granted_at: FILLED,
      price: { notIn: [0] },
      paid_amount: { notIn: [0] },
      revoke_reason: { notIn: ["refund"] },
    },
    run: (deps, run) =>
      refundPayment(deps, {
        ...refundRequest(run),
        orderId: Number(run.row["order_id"]),
        what: { itemId: run.row.id },
      }),
  },
  {
    name: "deliver_now",
    title: "Deliver now",
    description:
      "Opens the waiting files of this order and mails them. Use it when the buyer has asked for them in writing.",
    sendsMail: true,
    when: { granted_at: FILLED, revoked_at: EMPTY, access_from: FILLED },
    run: (_deps, { row, author }) =>
      author.write((tx) => deliverNow(tx, { itemId: row.id, author })),
  },
  {
    name: "revoke",
    formerName: "withdraw",
    title: "Revoke",
    description: "The buyer can no longer open its files. No money is refunded.",
    when: { granted_at: FILLED, revoked_at: EMPTY },
    run: (_deps, { row, author }) =>
      author.write((tx) => revokeItem(tx, { itemId: row.id, author })),
  },
  {
    name: "restore",
    title: "Restore",
    description: "The buyer can open its files again, even if the payment was refunded.",
    when: { granted_at: FILLED, revoked_at: FILLED },
    run: (_deps, { row, author }) =>
      author.write((tx) => restoreItem(tx, { itemId: row.id, author })),
  },
];

export const noteActions: TableActionDefinition[] = [
  {
    name: "mark_done",
    formerName: "settle",
    title: "Mark as done",
    description: "Removes it from “Needs attention”. It returns if its cause does.",
    when: { done_at: EMPTY },
    run: (_deps, { row, author }) =>
      author.write((tx) => decideNote(tx, { id: row.id, isDone: true, author })),
  },
  {
    name: "reopen",
    title: "Reopen",
    description: "Lists it under “Needs attention” again.",
    when: { done_at: FILLED },
    run: (_deps, { row, author }) =>
      author.write((tx) => decideNote(tx, { id: row.id, isDone: false, author })),
  },
];

export const withdrawalActions: TableActionDefinition[] = [
  {
    name: "mark_done",
    formerName: "settle",
    title: "Mark as done",
    description: "Removes it from “Needs attention”. No money is refunded.",
    when: { done_at: EMPTY },
    run: (_deps, { row, author }) =>
      author.write((tx) => closeWithdrawal(tx, { id: row.id, author })),
  },
];

function mailKey({ id }: ActionRun["row"], key: string): string {
  return `desk:${id}:${key}`;
}

function refundRequest({ values, key, author }: ActionRun) {
  return { reason: (values["reason"] as string | null) ?? null, requestKey: key, author };
}
