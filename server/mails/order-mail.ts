import { asc, eq } from "drizzle-orm";
import { type Order, orderItems } from "../../db/schema.ts";
import type { Mode } from "../contract/site.ts";
import type { Deps } from "../deps.ts";
import { mailFrame } from "./define-mail.ts";
import type { MailFrame } from "./layout.tsx";

/** What every mail about an order says; its frame tells where no money moves. */
export type OrderMail = MailFrame & { orderNumber: string; mode: Mode };

/** The order's part of a mail about it. */
export function orderMail(deps: Deps, { number }: Pick<Order, "number">): OrderMail {
  return { orderNumber: number, ...mailFrame(deps), mode: deps.config.mode };
}

/** What was ordered, paid for or not, as it was sold; prices are in the smallest unit. */
export function listLines({ db }: Deps, orderId: number) {
  const { name, price, type, billingPeriod } = orderItems;
  return db
    .select({ name, price, type, billingPeriod })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
    .all();
}
