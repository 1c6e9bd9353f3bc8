import { expect, test, vi } from "vitest";
import { createConsent } from "../../../client/tracking/consent.ts";
import { createTracking } from "../../../client/tracking/create-tracking.ts";
import { createPurchaseQueue } from "../../../client/tracking/purchase-queue.ts";
import type { Vendor } from "../../../client/tracking/vendors/vendor.ts";
import { aStorage, aTrackedPurchase, aVendor } from "./fakes.ts";

const ALL = { analytics: true, marketing: true };
const NOTHING = { analytics: false, marketing: false };

function openPage(options: { vendors?: Vendor[]; browser?: ReturnType<typeof aStorage> } = {}) {
  const browser = options.browser ?? aStorage();
  const tab = aStorage();
  const consent = createConsent({ storage: browser, gpc: false, now: () => new Date() });
  const queue = createPurchaseQueue({ waiting: tab, done: browser });
  const place = { tracked: true, hidden: true };
  const forget = vi.fn();
  const tracking = createTracking({
    vendors: options.vendors ?? [],
    consent,
    queue,
    forget,
    isTracked: () => place.tracked,
    hideUrl: () => place.hidden,
  });
  return { browser, consent, queue, place, forget, tracking };
}

test("before a choice no vendor starts and the purchase waits", async () => {
  const vendor = aVendor();
  const { tracking, queue, consent } = openPage({ vendors: [vendor] });
  queue.add(aTrackedPurchase());
  await tracking.update();
  expect(vendor.start).not.toHaveBeenCalled();
  expect(queue.isEmpty()).toBe(false);
  consent.decide(ALL);
  await tracking.update();
  expect(vendor.start).toHaveBeenCalledTimes(1);
  expect(vendor.purchase).toHaveBeenCalledExactlyOnceWith(aTrackedPurchase());
});

test("a refusal drops waiting purchases", async () => {
  const vendor = aVendor();
  const { tracking, queue, consent } = openPage({ vendors: [vendor] });
  queue.add(aTrackedPurchase());
  consent.decide(NOTHING);
  await tracking.update();
  consent.decide(ALL);
  await tracking.update();
  expect(vendor.start).toHaveBeenCalledTimes(1);
  expect(vendor.purchase).not.toHaveBeenCalled();
});

test("an order is reported once, also by another tab of the browser", async () => {
  const browser = aStorage();
  const [first, second] = [aVendor(), aVendor()];
  const tabs = [
    openPage({ vendors: [first], browser }),
    openPage({ vendors: [second], browser }),
  ] as const;
  tabs[0].consent.decide(ALL);
  for (let time = 0; time < 2; time++) {
    for (const { queue, tracking } of tabs) {
      queue.add(aTrackedPurchase());
      await tracking.update();
    }
  }
  expect(first.purchase).toHaveBeenCalledTimes(1);
  expect(second.purchase).not.toHaveBeenCalled();
});

test.each([["tracked"], ["hidden"]] as const)(
  "while the page is not %s nothing is loaded, and the purchase waits",
  async (property) => {
    const vendor = aVendor();
    const { tracking, queue, consent, place } = openPage({ vendors: [vendor] });
    queue.add(aTrackedPurchase());
    consent.decide(ALL);
    place[property] = false;
    await tracking.update();
    expect(vendor.start).not.toHaveBeenCalled();
    place[property] = true;
    await tracking.update();
    expect(vendor.purchase).toHaveBeenCalledTimes(1);
  },
);

test("withdrawn consent stops vendors and removes their traces", async () => {
  const vendor = aVendor();
  const { tracking, consent, forget } = openPage({ vendors: [vendor] });
  consent.decide(ALL);
  await tracking.update();
  expect(forget).not.toHaveBeenCalled();
  consent.decide(NOTHING);
  await tracking.update();
  expect(vendor.stop).toHaveBeenCalledTimes(1);
  expect(forget).toHaveBeenCalledWith(vendor.traces);
  consent.decide(ALL);
  await tracking.update();
  expect(vendor.start).toHaveBeenCalledTimes(2);
});

test("a running vendor gets a changed choice once", async () => {
  const vendor = aVendor();
  const { tracking, consent } = openPage({ vendors: [vendor] });
  consent.decide(ALL);
  await tracking.update();
  await tracking.update();
  expect(vendor.start).toHaveBeenCalledTimes(1);
  consent.decide({ analytics: false, marketing: true });
  await tracking.update();
  expect(vendor.start).toHaveBeenLastCalledWith({ analytics: false, marketing: true });
});

test("a failing vendor does not affect the others", async () => {
  const broken = aVendor({
    start: vi.fn(() => Promise.reject(new Error("blocked"))),
    purchase: vi.fn(() => {
      throw new Error("broken");
    }),
  });
  const sound = aVendor();
  const { tracking, queue, consent } = openPage({ vendors: [broken, sound] });
  queue.add(aTrackedPurchase());
  consent.decide(ALL);
  await expect(tracking.update()).resolves.toBeUndefined();
  expect(sound.purchase).toHaveBeenCalledTimes(1);
});

test("a purchase waits until the scripts have loaded", async () => {
  let come = () => {};
  const slow = aVendor({ start: vi.fn(() => new Promise<void>((resolve) => (come = resolve))) });
  const { tracking, queue, consent } = openPage({ vendors: [slow, aVendor()] });
  queue.add(aTrackedPurchase());
  consent.decide(ALL);
  const updates = [tracking.update(), tracking.update()];
  await Promise.resolve();
  expect(queue.isEmpty()).toBe(false);
  come();
  await Promise.all(updates);
  expect(slow.purchase).toHaveBeenCalledTimes(1);
});

test("a vendor refused while its script loads gets nothing", async () => {
  let come = () => {};
  const slow = aVendor({ start: vi.fn(() => new Promise<void>((resolve) => (come = resolve))) });
  const { tracking, queue, consent } = openPage({ vendors: [slow] });
  queue.add(aTrackedPurchase());
  consent.decide(ALL);
  const begun = tracking.update();
  consent.decide(NOTHING);
  await tracking.update();
  come();
  await begun;
  expect(slow.purchase).not.toHaveBeenCalled();
});
