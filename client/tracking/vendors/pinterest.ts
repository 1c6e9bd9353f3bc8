import type { TrackedPurchase } from "../purchase-queue.ts";
import type { QueueFunction, Vendor, VendorPage } from "./vendor.ts";

const SCRIPT = "https://s.pinimg.com/ct/core.js";

export function toCheckout({ orderId, value, currency, items }: TrackedPurchase) {
  return {
    event_id: orderId,
    order_id: orderId,
    value,
    currency,
    order_quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    line_items: items.map(({ id, name, price, quantity }) => ({
      product_id: id,
      product_name: name,
      product_price: price,
      product_quantity: quantity,
    })),
  };
}

/** The Pinterest tag. */
export function pinterest(tagId: string, { window, loadScript }: VendorPage): Vendor {
  let started = false;
  const run = (...command: unknown[]) => window.pintrk?.(...command);
  return {
    name: "pinterest",
    category: "marketing",
    traces: /^(?:_pin_unauth|_pinterest_ct|_epik|_derived_epik)/,
    async start() {
      if (started) return void run("setconsent", true);
      started = true;
      window.pintrk = queueFunction();
      run("setconsent", true);
      run("load", tagId);
      await loadScript(SCRIPT);
    },
    purchase: (purchase) => void run("track", "checkout", toCheckout(purchase)),
    stop: () => void run("setconsent", false),
  };
}

/** The function of Pinterest's snippet. The script may replace `queue`, so read it at each call. */
function queueFunction(): QueueFunction {
  const queue: unknown[][] = [];
  const tag: QueueFunction = Object.assign((...args: unknown[]) => void tag.queue.push(args), {
    queue,
    version: "3.0",
  });
  return tag;
}
