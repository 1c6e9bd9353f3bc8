import { expect, test, vi } from "vitest";
import { createConsent } from "../../../client/tracking/consent.ts";
import { createPurchaseQueue } from "../../../client/tracking/purchase-queue.ts";
import { createTracking, forgetTraces } from "../../../client/tracking/tracking.ts";
import type { Vendor } from "../../../client/tracking/vendors.ts";
import { aStorage, aTrackedPurchase } from "./fakes.ts";

const ALL = { analytics: true, marketing: true };
const NOTHING = { analytics: false, marketing: false };

function aVendor(changes: Partial<Vendor> = {}) {
  return {
    category: "marketing",
    traces: /^_v/,
    start: vi.fn(async () => {}),
    purchase: vi.fn(),
    stop: vi.fn(),
    ...changes,
  } satisfies Vendor;
}

/** A tab with a purchase to report. */
function openPage(vendors: Vendor[], browser = aStorage()) {
  const consent = createConsent({ storage: browser, gpc: false, now: () => new Date() });
  const queue = createPurchaseQueue({ waiting: aStorage(), done: browser });
  const page = { tracked: true, hidden: true };
  const forget = vi.fn();
  const update = createTracking({
    vendors,
    consent,
    queue,
    forget,
    isTracked: () => page.tracked,
    hideUrl: () => page.hidden,
  });
  const decide = (choice: typeof ALL) => {
    consent.decide(choice);
    return update();
  };
  queue.add(aTrackedPurchase());
  return { queue, page, forget, update, decide };
}

test("before a choice no vendor starts and the purchase waits", async () => {
  const vendor = aVendor();
  const { update, decide, queue } = openPage([vendor]);
  await update();
  expect(vendor.start).not.toHaveBeenCalled();
  expect(queue.isEmpty()).toBe(false);
  await decide(ALL);
  expect(vendor.start).toHaveBeenCalledOnce();
  expect(vendor.purchase).toHaveBeenCalledExactlyOnceWith(aTrackedPurchase());
});

test("a refusal drops waiting purchases", async () => {
  const vendor = aVendor();
  const { decide } = openPage([vendor]);
  await decide(NOTHING);
  await decide(ALL);
  expect(vendor.purchase).not.toHaveBeenCalled();
});

test.each(["tracked", "hidden"] as const)(
  "while the page is not %s nothing is loaded, and the purchase waits",
  async (property) => {
    const vendor = aVendor();
    const { page, update, decide } = openPage([vendor]);
    page[property] = false;
    await decide(ALL);
    expect(vendor.start).not.toHaveBeenCalled();
    page[property] = true;
    await update();
    expect(vendor.purchase).toHaveBeenCalledOnce();
  },
);

test("revoked consent stops vendors and removes their traces", async () => {
  const vendor = aVendor();
  const { decide, forget } = openPage([vendor]);
  await decide(ALL);
  expect(forget).not.toHaveBeenCalled();
  await decide(NOTHING);
  expect(vendor.stop).toHaveBeenCalledOnce();
  expect(forget).toHaveBeenCalledWith(vendor.traces);
  await decide(ALL);
  expect(vendor.start).toHaveBeenCalledTimes(2);
});

test("a running vendor gets a changed choice once", async () => {
  const vendor = aVendor();
  const { update, decide } = openPage([vendor]);
  await decide(ALL);
  await update();
  expect(vendor.start).toHaveBeenCalledOnce();
  await decide({ ...ALL, analytics: false });
  expect(vendor.start).toHaveBeenLastCalledWith({ analytics: false, marketing: true });
});

test("a failing vendor does not affect the others", async () => {
  const broken = aVendor({
    start: () => Promise.reject(new Error("blocked")),
    purchase() {
      throw new Error("broken");
    },
  });
  const working = aVendor();
  await expect(openPage([broken, working]).decide(ALL)).resolves.toBeUndefined();
  expect(working.purchase).toHaveBeenCalledOnce();
});

test.each([
  ["a purchase waits until the scripts have loaded", ALL, 1],
  ["a vendor refused while its script loads gets nothing", NOTHING, 0],
])("%s", async (_name, then, reports) => {
  const loading = Promise.withResolvers<void>();
  const slow = aVendor({ start: vi.fn(() => loading.promise) });
  const { decide, queue } = openPage([slow, aVendor()]);
  const started = decide(ALL);
  await Promise.resolve();
  expect(queue.isEmpty()).toBe(false);
  const next = decide(then);
  loading.resolve();
  await Promise.all([started, next]);
  expect(slow.purchase).toHaveBeenCalledTimes(reports);
});

test("cookies are removed for every possible domain, stored texts by name", () => {
  const written: string[] = [];
  const stored = ["ph_phc_1_posthog", "consent", "__ph_opt_in_out_phc_1"];
  forgetTraces(
    {
      document: {
        get cookie() {
          return "ph_phc_1=a; buyer=b; notph_=c";
        },
        set cookie(text: string) {
          written.push(text);
        },
      },
      location: { hostname: "shop.papercub.example" },
      localStorage: {
        length: stored.length,
        key: (index) => stored[index] ?? null,
        removeItem: (key) => void stored.splice(stored.indexOf(key), 1),
      },
    },
    /^(?:ph_|__ph_)/,
  );
  const expired = "ph_phc_1=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT";
  const domains = ["shop.papercub.example", "papercub.example", "example"];
  expect(written).toEqual([expired, ...domains.map((domain) => `${expired}; domain=${domain}`)]);
  expect(stored).toEqual(["consent"]);
});
