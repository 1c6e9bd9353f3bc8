import {
  orderItems,
  orderNotes,
  orders,
  refunds,
  subscriptionRecords,
} from "../../../db/schema.ts";
import { foldEmail } from "../../contract/email.ts";
import { formatAmount } from "../../contract/format.ts";
import { defineTable } from "./define-table.ts";
import { itemActions, noteActions, orderActions } from "./order-actions.ts";
import { orderItemRules, orderRules, subscriptionRules } from "./order-writes.ts";

export const orderTables = [
  defineTable(orders, {
    title: "Orders",
    description: "One row for each checkout. Orders created here are free.",
    label: "number",
    write: orderRules,
    actions: orderActions,
    search: {
      prefixes: { number: findOrderNumber, email: foldEmail, session_id: (query) => query },
      title: ({ number }) => `Order ${String(number)}`,
      facts: ({ customer_name, email, total_amount, currency, status }) => [
        customer_name,
        email,
        formatAmount(Number(total_amount), String(currency)),
        status,
      ],
    },
    columns: {
      number: { code: true, readOnly: true },
      status: { readOnly: true },
      email: {
        format: "email",
        required: true,
        private: true,
        description: "A new email gets the files, and all older links end.",
      },
      total_amount: { title: "Total (cents)", readOnly: true },
      customer_name: { title: "Name", maxLength: 200, private: true },
      refunded_amount: { title: "Refunded (cents)", readOnly: true },
      currency: { code: true, readOnly: true },
      paid_at: { title: "Paid at", readOnly: true },
      session_id: { code: true, title: "Session", readOnly: true, private: true },
      payment_intent_id: {
        code: true,
        title: "Payment",
        readOnly: true,
        private: true,
      },
      subscription_id: { code: true, title: "Subscription", readOnly: true, private: true },
      user_id: { title: "Account", reference: "users", readOnly: true },
      double_of_id: { title: "Possible duplicate of", reference: "orders", readOnly: true },
      double_settled_at: { title: "Duplicate settled at", readOnly: true },
      first_viewed_at: { title: "First viewed at", readOnly: true },
      address_changes: { title: "Email corrections", readOnly: true },
    },
  }),
  defineTable(orderItems, {
    title: "Order items",
    description: "Products bought in an order. Each gives access until it is revoked.",
    label: "name",
    write: orderItemRules,
    actions: itemActions,
    columns: {
      order_id: { title: "Order", reference: "orders", createOnly: true },
      product_id: { title: "Product", reference: "products", createOnly: true },
      name: { readOnly: true },
      price: { title: "Price (cents)", readOnly: true },
      quantity: { readOnly: true },
      type: { readOnly: true },
      billing_period: { readOnly: true },
      granted_at: { title: "Access since", readOnly: true },
      access_until: { description: "End of the paid period. Empty means no end." },
      revoked_at: { title: "Revoked at", readOnly: true },
      revoke_reason: {
        title: "Reason",
        description: "“kept” means access stays, even if the payment is refunded.",
        readOnly: true,
      },
    },
  }),
  defineTable(orderNotes, {
    title: "Order notes",
    description: "Payment problems of an order. Open notes are listed under “Needs attention”.",
    label: "kind",
    readOnly: true,
    actions: noteActions,
    columns: {
      order_id: { title: "Order", reference: "orders" },
      kind: {},
      amount: { title: "Amount (cents)" },
      text: {},
      due_at: { title: "Due" },
      done_at: { title: "Done at" },
    },
  }),
  defineTable(refunds, {
    title: "Refunds",
    description: "Refunds made in this admin.",
    label: "refund_id",
    readOnly: true,
    columns: {
      order_id: { title: "Order", reference: "orders" },
      order_item_id: { title: "Order item", reference: "order_items" },
      amount: { title: "Amount (cents)" },
      status: {},
      refund_id: { code: true, title: "Refund", private: true },
      last_error: { title: "Error" },
      reason: { title: "Reason", private: true },
    },
  }),
  defineTable(subscriptionRecords, {
    title: "Subscription records",
    description: "Subscribers, and the end of their paid period.",
    label: "email",
    write: subscriptionRules,
    columns: {
      user_id: { title: "Account", reference: "users" },
      email: { format: "email", private: true },
      session_id: { code: true, title: "Session", maxLength: 270, private: true },
      subscription_id: { code: true, title: "Subscription", readOnly: true, private: true },
      status: { code: true, readOnly: true },
      current_period_end: { title: "Paid until", readOnly: true },
      ends_at_period_end: { title: "Cancelled", readOnly: true },
    },
  }),
];

/** "k7qm3" → "K7QM-3"; null for a text that starts no order number. */
function findOrderNumber(query: string): string | null {
  const letters = query.toUpperCase().replaceAll("-", "");
  if (!/^[A-Z0-9]{2,8}$/.test(letters)) return null;
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}
