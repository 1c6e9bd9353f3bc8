import { expect, test, vi } from "vitest";
import type { Choice } from "../../../client/tracking/consent.ts";
import { listVendors } from "../../../client/tracking/page-tracking.ts";
import type { VendorGlobals } from "../../../client/tracking/vendors/vendor.ts";
import type { Trackers } from "../../../server/contract/site.ts";
import { aTrackedPurchase } from "./fakes.ts";

const ALL: Choice = { analytics: true, marketing: true };
const NONE = { posthog: null, metaPixelId: null, gtmId: null, pinterestTagId: null };

/** A page with one vendor. */
function openVendor(trackers: Partial<Trackers>) {
  const window: VendorGlobals = {};
  const loadScript = vi.fn(async () => {});
  const [vendor, ...others] = listVendors({ ...NONE, ...trackers }, { window, loadScript });
  if (!vendor || others.length > 0) throw new Error("One vendor was expected.");
  return { vendor, window, loadScript };
}

/** A vendor's commands, also those that are `arguments` objects. */
const plain = (entries: unknown) => JSON.parse(JSON.stringify(entries, asArray));
function asArray(_key: string, value: unknown): unknown {
  const isArguments = Object.prototype.toString.call(value) === "[object Arguments]";
  return isArguments ? [...(value as Iterable<unknown>)] : value;
}

test("without ids there are no vendors", () => {
  expect(listVendors(NONE, { window: {}, loadScript: async () => {} })).toEqual([]);
});

const POSTHOG = { key: "phc_1", host: "https://us.i.posthog.com" } as const;

test("product analytics runs in the cloud that the project lives in", async () => {
  const host = "https://eu.i.posthog.com";
  const { vendor, window, loadScript } = openVendor({ posthog: { key: "phc_1", host } });
  await vendor.start(ALL);
  expect(loadScript).toHaveBeenCalledExactlyOnceWith(
    "https://eu-assets.i.posthog.com/static/array.js",
  );
  expect(window.posthog).toMatchObject({ _i: [["phc_1", { api_host: host }, "posthog"]] });
});

test("product analytics gets Order Completed, and collects nothing by itself", async () => {
  const { vendor, window, loadScript } = openVendor({ posthog: POSTHOG });
  await vendor.start(ALL);
  vendor.purchase(aTrackedPurchase());
  expect(vendor.category).toBe("analytics");
  expect(loadScript).toHaveBeenCalledExactlyOnceWith(
    "https://us-assets.i.posthog.com/static/array.js",
  );
  const queue = window.posthog as unknown[] & { _i: [string, Record<string, unknown>][] };
  expect([...queue]).toEqual([
    [
      "capture",
      "Order Completed",
      {
        order_id: "K7QM-3XRT",
        revenue: 49,
        currency: "USD",
        products: [
          { product_id: "1", name: "Premium Pack", price: 37, quantity: 1 },
          { product_id: "3", name: "Dinosaur Busy Book", price: 12, quantity: 1 },
        ],
      },
    ],
  ]);
  expect(queue._i[0]?.[0]).toBe("phc_1");
  expect(queue._i[0]?.[1]).toMatchObject({
    autocapture: false,
    capture_pageview: false,
    disable_session_recording: true,
  });
});

test("the social pixel gets Purchase with the order number as its id and its eventID", async () => {
  const { vendor, window, loadScript } = openVendor({ metaPixelId: "42" });
  await vendor.start(ALL);
  vendor.purchase(aTrackedPurchase());
  expect(loadScript).toHaveBeenCalledExactlyOnceWith(
    "https://connect.facebook.net/en_US/fbevents.js",
  );
  expect(window.fbq?.queue).toEqual([
    ["set", "autoConfig", false, "42"],
    ["init", "42"],
    [
      "track",
      "Purchase",
      {
        order_id: "K7QM-3XRT",
        value: 49,
        currency: "USD",
        contents: [
          { id: "1", title: "Premium Pack", quantity: 1, item_price: 37 },
          { id: "3", title: "Dinosaur Busy Book", quantity: 1, item_price: 12 },
        ],
        content_ids: ["1", "3"],
        content_name: "Premium Pack, Dinosaur Busy Book",
        content_type: "product",
        num_items: 2,
      },
      { eventID: "K7QM-3XRT" },
    ],
  ]);
});

test("the tag manager starts denied, hears the choice, and gets purchase after a clearing", async () => {
  const { vendor, window, loadScript } = openVendor({ gtmId: "GTM-1" });
  await vendor.start({ analytics: false, marketing: true });
  vendor.purchase(aTrackedPurchase());
  expect(loadScript).toHaveBeenCalledExactlyOnceWith(
    "https://www.googletagmanager.com/gtm.js?id=GTM-1",
  );
  const signals = (ads: string, analytics: string) => ({
    ad_storage: ads,
    ad_user_data: ads,
    ad_personalization: ads,
    analytics_storage: analytics,
  });
  expect(plain(window.dataLayer)).toEqual([
    ["consent", "default", signals("denied", "denied")],
    ["consent", "update", signals("granted", "denied")],
    { event: "gtm.js", "gtm.start": expect.any(Number) },
    { ecommerce: null },
    {
      event: "purchase",
      ecommerce: {
        transaction_id: "K7QM-3XRT",
        value: 49,
        currency: "USD",
        items: [
          { item_id: "1", item_name: "Premium Pack", price: 37, quantity: 1 },
          { item_id: "3", item_name: "Dinosaur Busy Book", price: 12, quantity: 1 },
        ],
      },
    },
  ]);
});

test("the pinboard pixel gets checkout with its line items", async () => {
  const { vendor, window, loadScript } = openVendor({ pinterestTagId: "7" });
  await vendor.start(ALL);
  vendor.purchase(aTrackedPurchase());
  expect(loadScript).toHaveBeenCalledExactlyOnceWith("https://s.pinimg.com/ct/core.js");
  const items = [
    { product_id: "1", product_name: "Premium Pack", product_price: 37, product_quantity: 1 },
    { product_id: "3", product_name: "Dinosaur Busy Book", product_price: 12, product_quantity: 1 },
  ];
  expect(window.pintrk?.queue).toEqual([
    ["setconsent", true],
    ["load", "7"],
    [
      "track",
      "checkout",
      {
        event_id: "K7QM-3XRT",
        order_id: "K7QM-3XRT",
        value: 49,
        currency: "USD",
        order_quantity: 2,
        line_items: items,
      },
    ],
  ]);
});

test.each([
  [{ posthog: POSTHOG }, (w: VendorGlobals) => w.posthog, ["opt_out_capturing"]],
  [{ metaPixelId: "1234" }, (w: VendorGlobals) => w.fbq?.queue, ["consent", "revoke"]],
  [{ pinterestTagId: "1234" }, (w: VendorGlobals) => w.pintrk?.queue, ["setconsent", false]],
] as const)(
  "%j is stopped, and resumed without a second script",
  async (trackers, queueOf, stop) => {
    const { vendor, window, loadScript } = openVendor(trackers);
    await vendor.start(ALL);
    vendor.stop();
    expect((queueOf(window) as unknown[]).at(-1)).toEqual(stop);
    await vendor.start(ALL);
    expect(loadScript).toHaveBeenCalledTimes(1);
  },
);

test("a purchase is pushed to the queue that Pinterest's script has installed", async () => {
  const { vendor, window } = openVendor({ pinterestTagId: "1234" });
  await vendor.start(ALL);
  const own: unknown[][] = [];
  if (window.pintrk) window.pintrk.queue = own;
  vendor.stop();
  expect(own).toEqual([["setconsent", false]]);
});
