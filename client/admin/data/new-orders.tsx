import { newOrderWords as words } from "../../content/admin-device.ts";
import { useNewOrders } from "./use-new-orders.ts";

/** A quiet count of the orders that were not looked at yet, inside the link to them. */
export function NewOrders() {
  const orders = useNewOrders();
  if (orders === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-teal-2 px-2 py-px font-semibold text-teal tabular-nums">
      <span aria-hidden="true">{words.count(orders)}</span>
      <span className="sr-only">{words.said(orders)}</span>
    </span>
  );
}
