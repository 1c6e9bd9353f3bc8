import type { TrackedPurchase } from "../purchase-queue.ts";
import type { QueueFunction, Vendor, VendorPage } from "./vendor.ts";

const SCRIPT = "https://connect.facebook.net/en_US/fbevents.js";

/** Parameters of the event. Its id, by which Meta drops duplicates, is a separate argument. */
export function toPurchase({ orderId, value, currency, items }: TrackedPurchase) {
  return {
    order_id: orderId,
    value,
    currency,
    contents: items.map(({ id, name, quantity, price }) => ({
      id,
      title: name,
      quantity,
      item_price: price,
    })),
    content_ids: items.map(({ id }) => id),
    content_name: items.map(({ name }) => name).join(", "),
    content_type: "product",
    num_items: items.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** The Meta pixel. */
export function meta(pixelId: string, { window, loadScript }: VendorPage): Vendor {
  let started = false;
  const run = (...command: unknown[]) => window.fbq?.(...command);
  return {
    name: "meta",
    category: "marketing",
    traces: /^_fb[pc]$/,
    async start() {
      if (started) return void run("consent", "grant");
      started = true;
      window.fbq = window._fbq = queueFunction();
      // Otherwise it reports clicks and page changes by itself.
      run("set", "autoConfig", false, pixelId);
      run("init", pixelId);
      await loadScript(SCRIPT);
    },
    purchase: (purchase) =>
      void run("track", "Purchase", toPurchase(purchase), { eventID: purchase.orderId }),
    stop: () => void run("consent", "revoke"),
  };
}

/** The function of Meta's snippet: calls wait in `queue` until the script runs. */
function queueFunction(): QueueFunction {
  const queue: unknown[][] = [];
  const fbq: QueueFunction = Object.assign(
    (...args: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...args);
      else queue.push(args);
    },
    { queue, loaded: true, version: "2.0", disablePushState: true },
  );
  return Object.assign(fbq, { push: fbq });
}
