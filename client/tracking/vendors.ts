import { posthogAssets, type Trackers } from "../../server/contract/site.ts";
import type { Category, Choice } from "./consent.ts";
import type { TrackedPurchase } from "./purchase-queue.ts";

/** Tracking service for purchases. Its methods may throw; it queues calls until its script runs. */
export type Vendor = {
  category: Category;
  /** Names of its cookies and storage entries. */
  traces: RegExp;
  /** Starts or resumes the vendor. Rejects if its script fails to load or times out. */
  start(choice: Choice): Promise<void>;
  purchase(purchase: TrackedPurchase): void;
  /** Revokes consent, because a loaded script cannot be unloaded. */
  stop(): void;
};

type VendorConfig = Omit<Vendor, "start"> & {
  script: string;
  /** Initializes the vendor before its script is loaded. */
  open(choice: Choice): void;
  /** Resumes after `stop`, or applies a changed decision. */
  resume(choice: Choice): void;
};

/** Stub function of a vendor's snippet, which queues calls for the script. */
type QueueFunction = ((...args: unknown[]) => void) & {
  queue: unknown[][];
  /** Set by the vendor's script to handle calls directly. */
  callMethod?: (...args: unknown[]) => void;
};

export type VendorGlobals = {
  /** An array until the script runs, then an object with the same `push`. */
  posthog?: { push(command: unknown[]): unknown };
  fbq?: QueueFunction;
  _fbq?: QueueFunction;
  dataLayer?: unknown[];
  pintrk?: QueueFunction;
};

type VendorPage = { window: VendorGlobals; loadScript: (src: string) => Promise<void> };

/** Returns the vendors configured in the settings. */
export function listVendors(trackers: Trackers, { window, loadScript }: VendorPage): Vendor[] {
  const { posthog: project, metaPixelId, gtmId, pinterestTagId } = trackers;
  const configs = [
    project === null ? [] : posthog(project, window),
    metaPixelId === null ? [] : meta(metaPixelId, window),
    gtmId === null ? [] : gtm(gtmId, window),
    pinterestTagId === null ? [] : pinterest(pinterestTagId, window),
  ].flat();
  return configs.map(({ script, open, resume, ...vendor }) => {
    let started = false;
    return {
      ...vendor,
      async start(choice) {
        if (started) return resume(choice);
        started = true;
        open(choice);
        await loadScript(script);
      },
    };
  });
}

// Disable automatic capture: only purchases are sent.
const POSTHOG_SETTINGS = {
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

/** PostHog Cloud, in the region of the project. */
function posthog(
  { key, host }: NonNullable<Trackers["posthog"]>,
  window: VendorGlobals,
): VendorConfig {
  const run = (...command: unknown[]) => void window.posthog?.push(command);
  return {
    category: "analytics",
    traces: /^(?:ph_|__ph_)/,
    script: `${posthogAssets(host)}/static/array.js`,
    open() {
      const settings = { ...POSTHOG_SETTINGS, api_host: host };
      window.posthog = Object.assign([], { _i: [[key, settings, "posthog"]], people: [], __SV: 1 });
    },
    resume: () => run("opt_in_capturing", { captureEventName: false }),
    purchase: ({ orderId, value, currency, items }) =>
      run("capture", "Order Completed", {
        order_id: orderId,
        revenue: value,
        currency,
        products: items.map(({ id, ...item }) => ({ product_id: id, ...item })),
      }),
    stop: () => run("opt_out_capturing"),
  };
}

function meta(pixelId: string, window: VendorGlobals): VendorConfig {
  const run = (...command: unknown[]) => window.fbq?.(...command);
  return {
    category: "marketing",
    traces: /^_fb[pc]$/,
    script: "https://connect.facebook.net/en_US/fbevents.js",
    open() {
      const fbq = queueFunction({ loaded: true, version: "2.0", disablePushState: true });
      window.fbq = window._fbq = Object.assign(fbq, { push: fbq });
      // Disable automatic events for clicks and page changes.
      run("set", "autoConfig", false, pixelId);
      run("init", pixelId);
    },
    resume: () => run("consent", "grant"),
    purchase({ orderId, value, currency, items }) {
      const details = {
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
        num_items: countItems(items),
      };
      // Meta drops duplicates by `eventID`.
      run("track", "Purchase", details, { eventID: orderId });
    },
    stop: () => run("consent", "revoke"),
  };
}

/** Google Tag Manager with Consent Mode: denied by default, then updated. */
function gtm(containerId: string, window: VendorGlobals): VendorConfig {
  const push = (entry: unknown) => void window.dataLayer?.push(entry);
  const denied = { analytics: false, marketing: false };
  const consent = (mode: "default" | "update", choice: Choice) =>
    push(dataLayerCommand("consent", mode, consentSignals(choice)));
  return {
    category: "marketing",
    traces: /^(?:_ga|_gid|_gat|_gcl)/,
    script: `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(containerId)}`,
    open(choice) {
      window.dataLayer ??= [];
      consent("default", denied);
      consent("update", choice);
      push({ "gtm.start": Date.now(), event: "gtm.js" });
    },
    resume: (choice) => consent("update", choice),
    purchase({ orderId, value, currency, items }) {
      const lines = items.map(({ id, name, ...item }) => ({
        item_id: id,
        item_name: name,
        ...item,
      }));
      // Clear the previous purchase from the data layer.
      push({ ecommerce: null });
      push({
        event: "purchase",
        ecommerce: { transaction_id: orderId, value, currency, items: lines },
      });
    },
    stop: () => consent("update", denied),
  };
}

/** Returns an `arguments` object, which Google's data layer requires for commands. */
function dataLayerCommand(..._words: unknown[]): unknown {
  // oxlint-disable-next-line prefer-rest-params
  return arguments;
}

function consentSignals({ analytics, marketing }: Choice) {
  const ads = marketing ? "granted" : "denied";
  return {
    ad_storage: ads,
    ad_user_data: ads,
    ad_personalization: ads,
    analytics_storage: analytics ? "granted" : "denied",
  };
}

function pinterest(tagId: string, window: VendorGlobals): VendorConfig {
  const run = (...command: unknown[]) => window.pintrk?.(...command);
  return {
    category: "marketing",
    traces: /^(?:_pin_unauth|_pinterest_ct|_epik|_derived_epik)/,
    script: "https://s.pinimg.com/ct/core.js",
    open() {
      window.pintrk = queueFunction({ version: "3.0" });
      run("setconsent", true);
      run("load", tagId);
    },
    resume: () => run("setconsent", true),
    purchase: ({ orderId, value, currency, items }) =>
      run("track", "checkout", {
        event_id: orderId,
        order_id: orderId,
        value,
        currency,
        order_quantity: countItems(items),
        line_items: items.map(({ id, name, price, quantity }) => ({
          product_id: id,
          product_name: name,
          product_price: price,
          product_quantity: quantity,
        })),
      }),
    stop: () => run("setconsent", false),
  };
}

/** Queues calls until the vendor's script runs, which may replace `queue` or set `callMethod`. */
function queueFunction(properties: object): QueueFunction {
  const run: QueueFunction = Object.assign(
    (...args: unknown[]) => {
      if (run.callMethod) run.callMethod(...args);
      else run.queue.push(args);
    },
    { queue: [], ...properties },
  );
  return run;
}

function countItems(items: TrackedPurchase["items"]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}
