import { and, eq, isNotNull } from "drizzle-orm";
import { ORDER_STATUSES } from "../../../db/enums.ts";
import { withdrawals } from "../../../db/buyer-schema.ts";
import { orderItems, orderNotes, orders, refunds, type Order } from "../../../db/schema.ts";
import { foldEmail } from "../../contract/email.ts";
import { MONEY } from "../../contract/formats.ts";
import { formatAmount } from "../../contract/format.ts";
import { stateOf, stateRules } from "../../contract/states.ts";
import { ENGLISH } from "../../contract/language.ts";
import { defineTable, type WriteRules } from "./define-table.ts";
import { subscriptionTable } from "./subscription-table.ts";
import { itemActions, noteActions, orderActions, withdrawalActions } from "./order-actions.ts";
import type { Transaction } from "../../../db/client.ts";
import { insertRow, updateRow } from "../../../db/record.ts";
import { tableRefusals as texts } from "./refusals.ts";
import { inUse } from "../../errors.ts";
import { shopCurrency } from "../orders/catalogue.ts";
import { setEmail } from "../orders/correct-email.ts";
import { giveProduct } from "../orders/item-access.ts";
import { findOrderNumberStart, newOrderNumber } from "../orders/order.ts";
import { WAITING } from "../../../db/order-status.ts";
import { ORDER_TABLES, WAITING_ORDERS } from "../issues/kinds.ts";

/** Currency of the amounts of a table whose rows belong to orders. */
const currencyOf = (table: string) =>
  ({
    code: true,
    sql: `(SELECT orders.currency FROM orders WHERE orders.id = ${table}.order_id)`,
    readOnly: true,
  }) as const;

/** State of an order: its status, or how much was refunded. The index `orders_state` has its SQL. */
const STATE = `CASE WHEN orders.status <> 'paid' OR orders.refunded_amount <= 0 THEN orders.status
  WHEN orders.refunded_amount < orders.total_amount THEN 'partly_refunded' ELSE 'refunded' END`;

/** Orders created by the owner are free. A new email takes effect like the buyer's own correction. */
const orderRules: WriteRules = {
  create(tx, values, author) {
    const order = {
      number: newOrderNumber(),
      status: "paid" as const,
      email: String(values["email"]),
      customerName: values["customer_name"] as string | null,
      currency: shopCurrency(tx),
      totalAmount: 0,
      paidAt: author.now,
    };
    return insertRow(tx, orders, order, author).id;
  },

  update(tx, { id }, { patch, author }) {
    if ("customer_name" in patch) {
      const customerName = patch["customer_name"] as string | null;
      updateRow(tx, orders, id, { customerName }, author);
    }
    if ("email" in patch) {
      setEmail(tx, { order: getOrder(tx, id), email: String(patch["email"]), author });
    }
  },

  mayRemove(tx, { id }) {
    const { status, totalAmount, refundedAmount, paidAt } = getOrder(tx, id);
    if (WAITING.some((each) => each === status)) throw inUse(texts.orderPayable);
    if (refundedAmount > 0 || (paidAt !== null && totalAmount > 0)) throw inUse(texts.orderMoney);
    const granted = and(eq(orderItems.orderId, id), isNotNull(orderItems.grantedAt));
    if (tx.select({ id: orderItems.id }).from(orderItems).where(granted).get()) {
      throw inUse(texts.orderGranted);
    }
  },
};

/** Items created in the admin are free and send no mail. */
const orderItemRules: WriteRules = {
  create(tx, values, author) {
    const until = values["access_until"];
    return giveProduct(tx, {
      orderId: Number(values["order_id"]),
      productId: Number(values["product_id"]),
      accessUntil: typeof until === "string" ? new Date(until) : null,
      mail: null,
      author,
    }).id;
  },

  mayRemove(tx, row) {
    if (row["granted_at"] !== null) throw inUse(texts.itemGranted);
    const { status } = getOrder(tx, Number(row["order_id"]));
    if (WAITING.some((each) => each === status)) throw inUse(texts.itemOrdered);
  },
};

export const orderTables = [
  defineTable(orders, {
    title: "Orders",
    description: "One row for each checkout. Orders created here are free.",
    group: "orders",
    label: "number",
    views: [
      { title: "Paid", filters: { state__eq: "paid" } },
      { title: "Needs attention", filters: { needs_attention: "true" } },
      { title: "Refunded", filters: { state__in: "partly_refunded,refunded" } },
      { title: "Unfinished", filters: { status__ne: "paid" } },
      { title: "Imported", filters: { source__ne: "own" } },
    ],
    reads: ORDER_TABLES,
    write: orderRules,
    actions: orderActions,
    search: {
      prefixes: { number: findOrderNumberStart, email: foldEmail, session_id: (query) => query },
      title: ({ number }) => `Order ${String(number)}`,
      facts: ({ customer_name, email, total_amount, currency, state }) => [
        customer_name,
        email,
        formatAmount(Number(total_amount), String(currency), ENGLISH),
        stateOf("orders", String(state)).text,
      ],
    },
    columns: {
      number: { code: true, readOnly: true },
      state: {
        sql: STATE,
        ...stateRules("orders"),
        readOnly: true,
      },
      email: {
        format: "email",
        required: true,
        private: true,
        needsPasskeyCheck: true,
        description: "A new email gets the files, and all older links end.",
      },
      total_amount: { ...MONEY, title: "Total", readOnly: true },
      customer_name: { title: "Name", maxLength: 200, private: true },
      refunded_amount: { ...MONEY, title: "Refunded", readOnly: true },
      gift_to: {
        title: "Gift to",
        format: "email",
        readOnly: true,
        private: true,
        description: "The recipient of a gift, who gets the files and no other mails.",
      },
      giver_email: {
        title: "Gift from",
        format: "email",
        readOnly: true,
        private: true,
        description: "The buyer of a gift, who gets the receipt and all mails about the payment.",
      },
      currency: { format: "currency", readOnly: true },
      paid_at: { title: "Paid at", readOnly: true },
      needs_attention: {
        title: "Needs attention",
        sql: `orders.id IN (${WAITING_ORDERS})`,
        kind: "boolean",
        readOnly: true,
        filterOnly: true,
      },
      status: { ...stateRules("orders", ORDER_STATUSES), title: "Payment", readOnly: true },
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
      double_settled_at: { title: "Duplicate resolved at", readOnly: true },
      first_viewed_at: { title: "First viewed at", readOnly: true },
      address_changes: { title: "Email corrections", readOnly: true },
      account_deleted_at: { title: "Account deleted at", readOnly: true },
      net_amount: {
        ...MONEY,
        title: "Net",
        description: "The total without tax.",
        sql: "orders.total_amount - orders.tax_amount",
        kind: "integer",
        readOnly: true,
      },
      tax_amount: { ...MONEY, title: "Tax", readOnly: true },
      discount_amount: { ...MONEY, title: "Discount", readOnly: true },
      discount_code: { code: true, title: "Discount code", readOnly: true },
      country: { format: "country", readOnly: true },
      source: {
        title: "Made in",
        description: "“own” is this store. Orders of other shops were imported.",
        readOnly: true,
      },
      source_number: { code: true, title: "Number in the other shop", readOnly: true },
      referrer: { code: true, title: "Referring website", readOnly: true },
      utm_source: { code: true, title: "Campaign source", readOnly: true },
      utm_campaign: { code: true, title: "Campaign", readOnly: true },
      tax_id: { code: true, title: "Buyer VAT number", readOnly: true, private: true },
      invoice_number: { code: true, title: "Invoice", readOnly: true },
      invoice_url: { title: "Invoice page", format: "url", readOnly: true, private: true },
      terms_text: { title: "Accepted terms", readOnly: true },
      terms_accepted_at: { title: "Terms accepted at", readOnly: true },
    },
  }),
  defineTable(orderItems, {
    title: "Order items",
    description: "Products bought in an order. Each gives access until it is revoked.",
    group: "orders",
    label: "name",
    write: orderItemRules,
    actions: itemActions,
    columns: {
      order_id: { title: "Order", reference: "orders", createOnly: true },
      product_id: { title: "Product", reference: "products", createOnly: true },
      name: { readOnly: true },
      price: { ...MONEY, title: "Price", readOnly: true },
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
      access_from: { title: "Access from", readOnly: true },
      paid_amount: { ...MONEY, title: "Paid", readOnly: true },
      tax_amount: { ...MONEY, title: "Tax", readOnly: true },
      tax_rate: {
        title: "Tax rate (millionths)",
        description: "190000 is 19%.",
        readOnly: true,
      },
      credit_amount: {
        ...MONEY,
        title: "Credit",
        description: "Paid for an earlier purchase and subtracted from the price of this upgrade.",
        readOnly: true,
      },
      credited_item_id: { title: "Credited item", reference: "order_items", readOnly: true },
      licence: { title: "License", readOnly: true },
      currency: currencyOf("order_items"),
    },
  }),
  defineTable(orderNotes, {
    title: "Order notes",
    description: "Payment problems of an order. Open notes are listed under “Needs attention”.",
    group: "orders",
    label: "kind",
    readOnly: true,
    actions: noteActions,
    columns: {
      order_id: { title: "Order", reference: "orders" },
      kind: {},
      amount: { ...MONEY, title: "Amount" },
      text: {},
      due_at: { title: "Due" },
      done_at: { title: "Done at" },
      currency: currencyOf("order_notes"),
    },
  }),
  defineTable(refunds, {
    title: "Refunds",
    description: "Refunds made in this admin.",
    group: "orders",
    label: "refund_id",
    readOnly: true,
    columns: {
      order_id: { title: "Order", reference: "orders" },
      order_item_id: { title: "Order item", reference: "order_items" },
      amount: { ...MONEY, title: "Amount" },
      status: stateRules("refunds"),
      refund_id: { code: true, title: "Refund", private: true },
      last_error: { title: "Error" },
      reason: { title: "Reason", private: true },
      currency: currencyOf("refunds"),
    },
  }),
  defineTable(withdrawals, {
    title: "Withdrawals",
    description: "Buyers who withdrew from an order. Refund it in the order, then mark it as done.",
    group: "orders",
    label: "name",
    readOnly: true,
    actions: withdrawalActions,
    columns: {
      order_id: { title: "Order", reference: "orders" },
      name: { private: true },
      email: { format: "email", private: true },
      statement: {},
      late: { description: "Arrived after the withdrawal period of 14 days." },
      done_at: { title: "Done at" },
    },
  }),
  subscriptionTable,
];

function getOrder(tx: Transaction, id: number): Order {
  const order = tx.select().from(orders).where(eq(orders.id, id)).get();
  if (!order) throw new Error(`No order ${id}.`);
  return order;
}
