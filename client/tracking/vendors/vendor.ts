import type { Category, Choice } from "../consent.ts";
import type { TrackedPurchase } from "../purchase-queue.ts";

/** A service that gets purchases. Its calls may throw; commands wait in its queue until its script runs. */
export type Vendor = {
  name: string;
  category: Category;
  /** Starts the vendor, or resumes it after `stop`. Rejects if its script does not load within seconds. */
  start(choice: Choice): Promise<void>;
  purchase(purchase: TrackedPurchase): void;
  /** Revokes consent; a script cannot be unloaded. */
  stop(): void;
  /** Names of its cookies and storage entries. */
  traces: RegExp;
};

export type VendorPage = { window: VendorGlobals; loadScript: LoadScript };

/** The queueing function that a vendor's snippet defines for its script. */
export type QueueFunction = ((...args: unknown[]) => void) & {
  queue: unknown[][];
  version: string;
  /** Set by a script that takes calls directly. */
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

/** Loads a vendor's script; rejects when it is blocked, broken or slower than 3 s. */
type LoadScript = (src: string) => Promise<void>;

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
