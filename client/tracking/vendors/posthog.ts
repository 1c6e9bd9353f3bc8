import { posthogAssets, type Trackers } from "../../../server/contract/site.ts";
import type { TrackedPurchase } from "../purchase-queue.ts";
import type { Vendor, VendorPage } from "./vendor.ts";

// We send one event; everything collected automatically is off.
const SETTINGS = {
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  capture_performance: false,
  capture_heatmaps: false,
  capture_dead_clicks: false,
  disable_session_recording: true,
  disable_surveys: true,
  advanced_disable_flags: true,
  person_profiles: "identified_only",
};

type Command = [method: string, ...args: unknown[]];
/** An array until its script runs, then an object with the same `push`. */
type PostHog = { push(command: Command): unknown };

export function toOrderCompleted({ orderId, value, currency, items }: TrackedPurchase) {
  return {
    order_id: orderId,
    revenue: value,
    currency,
    products: items.map(({ id, name, price, quantity }) => ({
      product_id: id,
      name,
      price,
      quantity,
    })),
  };
}

/** PostHog, in the project's cloud. */
export function posthog(
  { key, host }: NonNullable<Trackers["posthog"]>,
  { window, loadScript }: VendorPage,
): Vendor {
  let started = false;
  const run = (...command: Command) => (window.posthog as PostHog | undefined)?.push(command);
  return {
    name: "posthog",
    category: "analytics",
    traces: /^(?:ph_|__ph_)/,
    async start() {
      if (started) return void run("opt_in_capturing", { captureEventName: false });
      started = true;
      window.posthog = Object.assign([], {
        _i: [[key, { ...SETTINGS, api_host: host }, "posthog"]],
        people: [],
        __SV: 1,
      });
      await loadScript(`${posthogAssets(host)}/static/array.js`);
    },
    purchase: (purchase) => void run("capture", "Order Completed", toOrderCompleted(purchase)),
    stop: () => void run("opt_out_capturing"),
  };
}
