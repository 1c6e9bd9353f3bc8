import type { OrderDesk } from "../../../../server/contract/desk.ts";
import { formatMoney } from "../../../../server/contract/format.ts";
import type { TableAction } from "../../../../server/contract/tables.ts";
import { deskWords } from "../../../content/desk.ts";
import { refundableOf, textOf } from "./desk-rules.ts";
import { moneyText } from "./money-input.ts";
import type { Job } from "./open-action.ts";

const words = deskWords.actions;

/** The ways to give an order's money back that are left: all of it, one line, an amount. */
export function refundEntries(
  desk: OrderDesk,
  actionsOf: (table: string) => readonly TableAction[],
): { title: string; job: Job }[] {
  const { order, items, refundable } = desk;
  if (refundable === 0) return [];
  const currency = textOf(order["currency"]);
  const ofOrder = actionsOf("orders").find(({ movesMoney }) => movesMoney);
  const ofLine = actionsOf("order_items").find(({ movesMoney }) => movesMoney);
  const amount = moneyText(refundable, currency);
  const whole = ofOrder && { table: "orders", row: order, action: ofOrder };
  const lines = ofLine ? items.filter((item) => refundableOf(item, desk) > 0) : [];
  return [
    ...(whole
      ? [
          {
            title: words.refundWhole(formatMoney(refundable, currency)),
            job: { ...whole, given: { amount } },
          },
        ]
      : []),
    ...lines.flatMap((row) => {
      const price = formatMoney(refundableOf(row, desk), currency);
      const title = words.refundLine(textOf(row["name"]), price);
      return ofLine ? [{ title, job: { table: "order_items", row, action: ofLine } }] : [];
    }),
    ...(whole ? [{ title: words.refundAmount, job: whole }] : []),
  ];
}
