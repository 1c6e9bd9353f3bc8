import { asc, eq, inArray } from "drizzle-orm";
import { orders } from "../../../db/schema.ts";
import { unreportedSales } from "../../../db/store-schema.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { readSettings, timeZoneOf } from "../settings.ts";
import { addDays, dayAt, startOfDay } from "../stats/zoned-days.ts";
import type { OwnerMail } from "./kinds.ts";
import { queueOwnerMails } from "./notify.ts";

/** Hour of the day after, in the shop's time zone. */
const DAILY_AT_HOUR = 8;

/**
 * Queues the mails about sales that are due: one per order sold under the setting “At each sale”,
 * one per day for those sold under “Once a day”. An order leaves the list in the transaction that
 * queues its mail, so it is in exactly one mail, whatever the settings are by now.
 */
export function queueSaleMails(deps: Pick<Deps, "db" | "config" | "clock">): void {
  const { orderId, daily } = unreportedSales;
  const sales = deps.db
    .select({ orderId, daily, paidAt: orders.paidAt })
    .from(unreportedSales)
    .innerJoin(orders, eq(orders.id, orderId))
    .orderBy(asc(orders.paidAt), asc(orderId))
    .all();
  const now = deps.clock.now();
  const zone = timeZoneOf(readSettings(deps));
  const single = sales.filter((sale) => !sale.daily);
  const days = Map.groupBy(
    sales.filter((sale) => sale.daily),
    ({ paidAt }) => dayAt((paidAt ?? now).getTime(), zone),
  );
  const dueDays = [...days].filter(
    ([day]) => startOfDay(addDays(day, 1), zone) + DAILY_AT_HOUR * HOUR_MS <= now.getTime(),
  );
  const mails = [
    ...single.map((sale) => mailOf(null, [sale])),
    ...dueDays.map(([day, sold]) => mailOf(day, sold)),
  ];
  const reported = mails.flatMap(({ about }) => about.orderIds);
  queueOwnerMails(deps, mails, (tx) =>
    tx.delete(unreportedSales).where(inArray(orderId, reported)).run(),
  );
}

function mailOf(day: string | null, sales: readonly { orderId: number }[]) {
  const orderIds = sales.map(({ orderId }) => orderId);
  // An order is in one mail only, so its id identifies the mail.
  const uniqueKey = `sales:${orderIds[0]}`;
  return { kind: "owner_sales", uniqueKey, about: { day, orderIds } } as const satisfies OwnerMail;
}
