import type { Reader } from "../../../db/client.ts";
import { MOST_SKIPPED_SHOWN, type OrderImportReport } from "../../contract/order-import.ts";
import type { OrderFile } from "../../ports/read-worker.ts";
import { readOrderFile } from "./foreign-file.ts";
import { skipOrder } from "./foreign-order.ts";
import { planOrder, productIdOf } from "./plan.ts";

/** Reports what an import would do. Runs in a worker. */
export function tryOrderImport(db: Reader, file: OrderFile): OrderImportReport {
  const { source, orders, skipped } = readOrderFile(file);
  const { products = {} } = file.answers;
  const noAccess = { refunded: 0, disputed: 0, revoked: 0 };
  const counts = { added: 0, known: 0, changed: 0, incomplete: 0, ...noAccess };
  const buyers = new Set<string>();
  const totals = new Map<string, OrderImportReport["totals"][number]>();
  for (const order of orders) {
    const plan = planOrder(db, order, { source, products });
    const names = order.items.map(({ name }) => name);
    if (plan.outcome === "skipped") {
      const value = plan.reason === "unknown_product" ? names.join(", ") : "";
      skipped.push(skipOrder(order, plan.reason, value));
      continue;
    }
    counts[plan.outcome]++;
    if (plan.outcome !== "added") continue;
    if (order.state !== "paid") counts[order.state]++;
    if (names.some((name) => productIdOf(name, products) === null)) counts.incomplete++;
    buyers.add(order.email);
    const { currency } = order;
    const sums = totals.get(currency) ?? { currency, orders: 0, total: 0, refunded: 0 };
    sums.orders++;
    sums.total += order.total;
    sums.refunded += order.refunded;
    totals.set(currency, sums);
  }
  const reasons = Object.groupBy(skipped, ({ reason }) => reason);
  return {
    ...counts,
    buyers: buyers.size,
    totals: [...totals.values()].toSorted((one, other) => other.orders - one.orders),
    skipped: Object.fromEntries(
      Object.entries(reasons).map(([reason, orders]) => [reason, orders.length]),
    ),
    skippedOrders: skipped
      .toSorted((one, other) => one.line - other.line)
      .slice(0, MOST_SKIPPED_SHOWN),
  };
}
