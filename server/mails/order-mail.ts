import { asc, eq } from "drizzle-orm";
import { type Order, orderItems } from "../../db/schema.ts";
import type { Mode } from "../contract/site.ts";
import type { Deps } from "../deps.ts";
import { mailFrame } from "./define-mail.ts";
import type { MailFrame } from "./layout.tsx";

/** Data of every mail about an order. The frame states when no real money is involved. */
export type OrderMail = MailFrame & { orderNumber: string; mode: Mode };

/** Data of an order that its mails share. */
export function orderMail(deps: Deps, { number }: Pick<Order, "number">): OrderMail {
  return { orderNumber: number, ...mailFrame(deps), mode: deps.config.mode };
}

/** Items of a paid or unpaid order, as they were sold; prices are in the smallest unit. */
export function listLines({ db }: Deps, orderId: number) {
  const { name, price, type, billingPeriod } = orderItems;
  return db
    .select({ name, price, type, billingPeriod })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
    .all();
}
