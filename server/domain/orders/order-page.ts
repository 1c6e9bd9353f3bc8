import { asc, eq } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { type Order, orderItems, orderNotes } from "../../../db/schema.ts";
import { tableRefusals } from "../../contract/admin-messages.ts";
import type { OrderPage } from "../../contract/admin-answers.ts";
import type { TableRow } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { refundableOf } from "../money/reversals.ts";
import { getTable } from "../tables/registry.ts";
import { selectOf, toWire } from "../tables/rows.ts";
import { getRow } from "../tables/write.ts";
import { findOrderById } from "./order.ts";
import { timelineOf } from "./order-timeline.ts";

const MOST_OTHERS = 10;
/** Of mails and refunds, whose number is unlimited. */
const MOST_ROWS = 200;

/** An order with its rows and activity, for an administrator. Throws AppError `not_found`. */
export function getOrderPage({ db }: Pick<Deps, "db">, id: number): OrderPage {
  const order = findOrderById(db, id);
  if (!order) throw new AppError("not_found", tableRefusals.unknownRow, { reason: "unknown_row" });
  const ofOrder = (table: string, direction = "ASC") =>
    listRows(db, table, {
      where: `${table}.order_id = ? ORDER BY ${table}.id ${direction} LIMIT ${MOST_ROWS}`,
      values: [id],
    });
  return {
    order: getRow(db, getTable("orders"), id),
    items: ofOrder("order_items"),
    emails: ofOrder("emails", "DESC"),
    notes: ofOrder("order_notes"),
    refunds: ofOrder("refunds", "DESC"),
    otherOrders: listOthers(db, order),
    refundable: refundableOf(db, order),
    timeline: timelineOf(db, order, {
      items: db.select().from(orderItems).where(eq(orderItems.orderId, id)).all(),
      notes: db
        .select()
        .from(orderNotes)
        .where(eq(orderNotes.orderId, id))
        .orderBy(asc(orderNotes.id))
        .all(),
    }),
  };
}

function listOthers(db: Reader, { id, email }: Order): TableRow[] {
  if (!email) return [];
  const where = `orders.email = ? AND orders.id <> ? ORDER BY orders.id DESC LIMIT ${MOST_OTHERS}`;
  return listRows(db, "orders", { where, values: [email, id] });
}

type RowsQuery = { where: string; values: (string | number)[] };

function listRows({ sqlite }: Reader, name: string, { where, values }: RowsQuery): TableRow[] {
  const table = getTable(name);
  const rows = sqlite
    .prepare<(string | number)[], Record<string, unknown>>(`${selectOf(table)} WHERE ${where}`)
    .all(...values);
  return rows.map((row) => toWire(table, row));
}
