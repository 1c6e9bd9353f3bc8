import { ChevronDown } from "lucide-react";
import { formatMoney } from "../../../server/contract/format.ts";
import type { OrderPage } from "../../../server/contract/order-page.ts";
import { allowsAction, type TableAction, type TableRow } from "../../../server/contract/tables.ts";
import { actionWords as words } from "../../content/admin-orders.ts";
import { textOf } from "../../lib/read-fields.ts";
import { type ActionTarget, moneyText } from "./action-state.ts";
import { useSchemas } from "./order-queries.ts";
import { refundableOf } from "./order-rules.ts";
import { ActionMenu } from "./row-actions.tsx";

export function RefundMenu({ page }: { page: OrderPage }) {
  const schemas = useSchemas();
  const entries = refundEntries(page, (table) => schemas.get(table)?.actions ?? []);
  if (entries.length === 0) return null;
  return (
    <ActionMenu
      label={words.refund}
      entries={entries}
      button={
        <>
          {words.refund}
          <ChevronDown aria-hidden="true" className="size-4" />
        </>
      }
    />
  );
}

/** The possible refunds of an order: everything left, one item, or an amount. */
export function refundEntries(
  page: OrderPage,
  actionsOf: (table: string) => readonly TableAction[],
): { title: string; target: ActionTarget }[] {
  const { order, items, refundable } = page;
  if (refundable === 0) return [];
  const currency = textOf(order["currency"]);
  const targetOf = (table: string, row: TableRow) => {
    const action = actionsOf(table).find((each) => each.movesMoney && allowsAction(each, row));
    return action && { table, row, action };
  };
  const ofItems = items.flatMap((row) => {
    const target = targetOf("order_items", row);
    const left = refundableOf(row, page);
    if (!target || left === 0) return [];
    return { title: words.refundLine(textOf(row["name"]), formatMoney(left, currency)), target };
  });
  const target = targetOf("orders", order);
  if (!target) return ofItems;
  const initial = { amount: moneyText(refundable, currency) };
  return [
    {
      title: words.refundWhole(formatMoney(refundable, currency)),
      target: { ...target, initial },
    },
    ...ofItems,
    { title: words.refundAmount, target },
  ];
}
