import type { Category, Choice } from "../consent.ts";
import type { TrackedPurchase } from "../purchase-queue.ts";

/**
 * One service that may be told of purchases. Its calls may throw and its script may never come: the
 * caller takes care that the page does not notice. Commands wait in the vendor's own queue until its
 * script runs.
 */
export type Vendor = {
  name: string;
  category: Category;
  /**
   * Puts the vendor on the page; called again when the visitor allows it anew. Ends when its script
   * runs, and rejects within seconds when it does not.
   */
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

const SCRIPT_LIMIT_MS = 3000;

/** Gets a vendor's script onto the page; rejects when it is blocked, broken or slower than 3 s. */
type LoadScript = (src: string) => Promise<void>;

/** Loads scripts by elements of our own making, which `script-src` judges by their host. */
export function scriptLoader(document: Pick<Document, "createElement" | "head">): LoadScript {
  return (src) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      const timer = setTimeout(() => reject(new Error(`${src} is slow`)), SCRIPT_LIMIT_MS);
      script.async = true;
      script.src = src;
      script.addEventListener("load", () => {
        clearTimeout(timer);
        resolve();
      });
      script.addEventListener("error", () => {
        clearTimeout(timer);
        reject(new Error(`${src} did not load`));
      });
      document.head.append(script);
    });
}
