import type { OtherOrder } from "../../../server/contract/store.ts";
import { checkoutWords } from "../../content/checkout.ts";
import { orderAddress } from "../../lib/checkout/order-address.ts";

/** The way to what this browser paid for in another payment of the same visit. */
export function OtherOrders({ orders }: { orders: OtherOrder[] }) {
  const words = checkoutWords.success;
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="other-orders-heading">
      <h2 id="other-orders-heading" className="text-xl">
        {words.others}
      </h2>
      <ul className="mt-4 grid gap-3">
        {orders.map(({ sessionId, orderNumber, names }) => (
          <li
            key={sessionId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-card border border-line bg-card px-5 py-4 sm:px-7"
          >
            <p>
              <span className="font-semibold">{names.join(", ")}</span>
              <span className="block text-sm text-ink-2">{words.otherOrder(orderNumber)}</span>
            </p>
            <a className="link inline-block py-1 text-base" href={orderAddress(sessionId)}>
              {words.otherLink}
              <span className="sr-only">: {names.join(", ")}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
