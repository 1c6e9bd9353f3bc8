import { expect, test, vi } from "vitest";
import { listVendors, type VendorGlobals } from "../../../client/tracking/vendors.ts";
import type { Trackers } from "../../../server/contract/site.ts";
import { aTrackedPurchase } from "./fakes.ts";

const CHOICE = { analytics: false, marketing: true };
const NONE = { posthog: null, metaPixelId: null, gtmId: null, pinterestTagId: null };
const posthog = { key: "phc_1", host: "https://eu.i.posthog.com" } as const;

test("without ids there are no vendors", () => {
  expect(listVendors(NONE, { window: {}, loadScript: async () => {} })).toEqual([]);
});

/** A page with one started vendor. */
async function startVendor(trackers: Partial<Trackers>) {
  const window: VendorGlobals = {};
  const loadScript = vi.fn(async () => {});
  const [vendor, ...others] = listVendors({ ...NONE, ...trackers }, { window, loadScript });
  if (!vendor || others.length > 0) throw new Error("One vendor was expected.");
  await vendor.start(CHOICE);
  return { vendor, window, loadScript };
}

/** Converts data layer commands, which are `arguments` objects, to arrays. */
const asArrays = (entries: unknown[] | undefined) =>
  entries?.map((entry) => (String(entry) === "[object Arguments]" ? [...(entry as [])] : entry));

const signals = (ads: string, analytics = "denied") => ({
  ad_storage: ads,
  ad_user_data: ads,
  ad_personalization: ads,
  analytics_storage: analytics,
});
const denied = ["consent", "update", signals("denied")];
const granted = ["consent", "update", signals("granted")];

const item = { id: "1", name: "Premium Pack", price: 37, quantity: 2 };

type VendorCase = {
  trackers: Partial<Trackers>;
  script: string;
  queueOf: (window: VendorGlobals) => unknown;
  /** Expected commands at the start, for a purchase, on `stop` and at the next start. */
  start: unknown[];
  purchase: unknown[];
  stop: unknown;
  resume: unknown;
};

test.each<[string, VendorCase]>([
  [
    "PostHog",
    {
      trackers: { posthog },
      script: "https://eu-assets.i.posthog.com/static/array.js",
      queueOf: ({ posthog }) => [...(posthog as never)],
      start: [],
      purchase: [
        [
          "capture",
          "Order Completed",
          {
            order_id: "K7QM-3XRT",
            revenue: 49,
            currency: "USD",
            products: [{ product_id: "1", name: "Premium Pack", price: 37, quantity: 2 }],
          },
        ],
      ],
      stop: ["opt_out_capturing"],
      resume: ["opt_in_capturing", { captureEventName: false }],
    },
  ],
  [
    "Meta",
    {
      trackers: { metaPixelId: "42" },
      script: "https://connect.facebook.net/en_US/fbevents.js",
      queueOf: ({ fbq }) => fbq?.queue,
      start: [
        ["set", "autoConfig", false, "42"],
        ["init", "42"],
      ],
      purchase: [
        [
          "track",
          "Purchase",
          {
            order_id: "K7QM-3XRT",
            value: 49,
            currency: "USD",
            contents: [{ id: "1", title: "Premium Pack", quantity: 2, item_price: 37 }],
            content_ids: ["1"],
            content_name: "Premium Pack",
            content_type: "product",
            num_items: 2,
          },
          { eventID: "K7QM-3XRT" },
        ],
      ],
      stop: ["consent", "revoke"],
      resume: ["consent", "grant"],
    },
  ],
  [
    "the tag manager",
    {
      trackers: { gtmId: "GTM-1" },
      script: "https://www.googletagmanager.com/gtm.js?id=GTM-1",
      queueOf: ({ dataLayer }) => asArrays(dataLayer),
      start: [
        ["consent", "default", signals("denied")],
        granted,
        { event: "gtm.js", "gtm.start": expect.any(Number) },
      ],
      purchase: [
        { ecommerce: null },
        {
          event: "purchase",
          ecommerce: {
            transaction_id: "K7QM-3XRT",
            value: 49,
            currency: "USD",
            items: [{ item_id: "1", item_name: "Premium Pack", price: 37, quantity: 2 }],
          },
        },
      ],
      stop: denied,
      resume: granted,
    },
  ],
  [
    "Pinterest",
    {
      trackers: { pinterestTagId: "7" },
      script: "https://s.pinimg.com/ct/core.js",
      queueOf: ({ pintrk }) => pintrk?.queue,
      start: [
        ["setconsent", true],
        ["load", "7"],
      ],
      purchase: [
        [
          "track",
          "checkout",
          {
            event_id: "K7QM-3XRT",
            order_id: "K7QM-3XRT",
            value: 49,
            currency: "USD",
            order_quantity: 2,
            line_items: [
              {
                product_id: "1",
                product_name: "Premium Pack",
                product_price: 37,
                product_quantity: 2,
              },
            ],
          },
        ],
      ],
      stop: ["setconsent", false],
      resume: ["setconsent", true],
    },
  ],
])(
  "%s gets purchases, is stopped, and resumed without a second script",
  async (_name, expected) => {
    const { vendor, window, loadScript } = await startVendor(expected.trackers);
    vendor.purchase(aTrackedPurchase({ items: [item] }));
    vendor.stop();
    await vendor.start(CHOICE);
    const { start, purchase, stop, resume } = expected;
    expect(expected.queueOf(window)).toEqual([...start, ...purchase, stop, resume]);
    expect(loadScript).toHaveBeenCalledExactlyOnceWith(expected.script);
  },
);

test("PostHog collects nothing by itself", async () => {
  const { window } = await startVendor({ posthog });
  const off = { autocapture: false, capture_pageview: false, disable_session_recording: true };
  const settings = expect.objectContaining({ ...off, api_host: posthog.host });
  expect(window.posthog).toMatchObject({ _i: [["phc_1", settings, "posthog"]] });
});

test("a purchase is pushed to the queue that Pinterest's script has installed", async () => {
  const { vendor, window } = await startVendor({ pinterestTagId: "1234" });
  const own: unknown[][] = [];
  if (window.pintrk) window.pintrk.queue = own;
  vendor.stop();
  expect(own).toEqual([["setconsent", false]]);
});
