import type { Category, Choice } from "../consent.ts";
import type { LoadScript } from "../load-script.ts";
import type { TrackedPurchase } from "../tracked-purchase.ts";

/**
 * One service that may be told of purchases. Its calls may throw and its script may never come: the
 * caller takes care that the page does not notice. Commands wait in the vendor's own queue until its
 * script runs.
 */
export type Vendor = {
  name: string;
  category: Category;
  /** Puts the vendor on the page; called again when the visitor allows it anew. */
  start(choice: Choice): Promise<void>;
  purchase(purchase: TrackedPurchase): void;
  /** Tells a running vendor to stop; its script cannot be unloaded. */
  stop(): void;
  /** The names under which it stores things at our own origin. */
  traces: RegExp;
};

/** What a vendor gets of the page. Vendors keep their globals on `window`. */
export type VendorPage = { window: VendorGlobals; loadScript: LoadScript };

/** A queueing function, as vendors' own snippets leave it for their scripts. */
export type QueueFunction = ((...args: unknown[]) => void) & {
  queue: unknown[][];
  version: string;
  /** Put there by a script that takes its calls directly. */
  callMethod?: (...args: unknown[]) => void;
};

export type VendorGlobals = {
  posthog?: unknown;
  fbq?: QueueFunction;
  _fbq?: QueueFunction;
  dataLayer?: unknown[];
  pintrk?: QueueFunction;
};
