import { insertRow } from "../../db/record.ts";
import { contactSubmissions } from "../../db/buyer-schema.ts";
import { orders } from "../../db/schema.ts";
import type { TestApp } from "./create-test-app.ts";

const AUTHOR = { actor: "test", now: new Date("2026-11-20T08:00:00.000Z") };

type OrderValues = Partial<typeof orders.$inferInsert>;

const ORDER = { status: "open", currency: "usd", totalAmount: 0 } as const;

export function addOrder({ db }: Pick<TestApp, "db">, number: string, values: OrderValues = {}) {
  return db.write((tx) => insertRow(tx, orders, { ...ORDER, number, ...values }, AUTHOR)).id;
}

/** Adds `count` orders, numbered "N0" and up, in one transaction. */
export function addOrders(
  { db }: Pick<TestApp, "db">,
  count: number,
  valuesOf: (nth: number) => OrderValues = () => ({}),
): void {
  db.write((tx) => {
    for (let nth = 0; nth < count; nth++) {
      insertRow(tx, orders, { ...ORDER, number: `N${nth}`, ...valuesOf(nth) }, AUTHOR);
    }
  });
}

export function addMessage({ db }: Pick<TestApp, "db">, name: string, message = "Hello") {
  const row = { name, email: "writer@example.com", message };
  return db.write((tx) => insertRow(tx, contactSubmissions, row, AUTHOR)).id;
}
