import type { OrderPage } from "../../../server/contract/order-page.ts";
import { formatMoney } from "../../../server/contract/format.ts";
import { allowsAction, type TableAction, type TableRow } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { refundableOf, textOf } from "./order-rules.ts";
import { moneyText } from "./money-input.ts";
import type { Job } from "./open-action.ts";

const words = deskWords.actions;

/** The ways to give an order's money back that are left: all of it, one line, an amount. */
export function refundEntries(
  desk: OrderPage,
  actionsOf: (table: string) => readonly TableAction[],
): { title: string; job: Job }[] {
  const { order, items, refundable } = desk;
  if (refundable === 0) return [];
  const currency = textOf(order["currency"]);
  const findAction = (table: string, row: TableRow) =>
    actionsOf(table).find((action) => action.movesMoney && allowsAction(action, row));
  const ofOrder = findAction("orders", order);
  const amount = moneyText(refundable, currency);
  const whole = ofOrder && { table: "orders", row: order, action: ofOrder };
  return [
    ...(whole
      ? [
          {
            title: words.refundWhole(formatMoney(refundable, currency)),
            job: { ...whole, given: { amount } },
          },
        ]
      : []),
    ...items.flatMap((row) => {
      const action = findAction("order_items", row);
      const left = refundableOf(row, desk);
      if (!action || left === 0) return [];
      const title = words.refundLine(textOf(row["name"]), formatMoney(left, currency));
      return [{ title, job: { table: "order_items", row, action } }];
    }),
    ...(whole ? [{ title: words.refundAmount, job: whole }] : []),
  ];
}
