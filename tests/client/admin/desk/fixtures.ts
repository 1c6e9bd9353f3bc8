import type { OrderPage } from "../../../../server/contract/admin-answers.ts";
import type { TableAction, TableRow, Value } from "../../../../server/contract/tables.ts";

export function rowOf(id: number, columns: Record<string, Value> = {}): TableRow {
  const at = "2026-11-20T09:00:00.000Z";
  return { created_at: at, updated_at: at, ...columns, id, version: 1 };
}

export function itemOf(id: number, columns: Record<string, Value> = {}): TableRow {
  const bought = { name: "Color Workbook", price: 1200, quantity: 1, type: "digital" };
  const access = { granted_at: "2026-11-20T09:00:00.000Z", revoked_at: null, access_until: null };
  return rowOf(id, { order_id: 1, ...bought, ...access, revoke_reason: null, ...columns });
}

export function pageOf(parts: Partial<OrderPage> = {}): OrderPage {
  const order = rowOf(1, { number: "PC-1001", status: "paid", currency: "usd", email: "a@b.co" });
  const lists = { items: [], credits: [], emails: [], notes: [], refunds: [], otherOrders: [] };
  return { order, ...lists, timeline: [], refundable: 4900, ...parts };
}

export function actionOf(parts: Partial<TableAction> = {}): TableAction {
  return {
    name: "refund",
    title: "Refund",
    description: "Gives money back.",
    form: { title: "Refund", properties: {}, required: [] },
    movesMoney: false,
    sendsMail: false,
    when: {},
    ...parts,
  };
}

/** An action with an amount, whose limits are in cents. */
export const refundAction = actionOf({
  movesMoney: true,
  form: {
    title: "Refund",
    properties: {
      amount: {
        type: "integer",
        title: "Amount",
        format: "money",
        currency: { column: "currency" },
        minimum: 1,
      },
      reason: { type: "string", title: "Reason", maxLength: 10 },
    },
    required: ["amount"],
  },
});
