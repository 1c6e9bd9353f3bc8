import { DAY_MS } from "../../server/contract/time.ts";
import { fieldsOf } from "../lib/read-fields.ts";
import { createListeners } from "../lib/observable.ts";
import { readJson, type TextStorage } from "../lib/storage.ts";

export type Category = "analytics" | "marketing";

export type Choice = Record<Category, boolean>;

export const CONSENT_KEY = "consent";
/** Version of the consent question. Incrementing it invalidates earlier decisions. */
export const CONSENT_VERSION = 1;
const CONSENT_MS = 365 * DAY_MS;

type ConsentOptions = {
  storage: TextStorage;
  /** Whether the browser sends Global Privacy Control, which refuses marketing. */
  gpc: boolean;
  now: () => Date;
};

export type Consent = ReturnType<typeof createConsent>;

/** Stored consent of the visitor. Expires after a year, or when the consent question changes. */
export function createConsent({ storage, gpc, now }: ConsentOptions) {
  const listeners = createListeners();
  let text: string | null | undefined;
  let choice: Choice | undefined;

  function readChoice(): Choice | undefined {
    const { version, date, analytics, marketing } = fieldsOf(readJson(storage, CONSENT_KEY));
    const age = now().getTime() - Date.parse(String(date));
    if (version !== CONSENT_VERSION || !(age < CONSENT_MS)) return undefined;
    return { analytics: analytics === true, marketing: marketing === true && !gpc };
  }

  return {
    gpc,

    /** Returns the current decision, or undefined. Returns the same object until it changes. */
    choice(): Choice | undefined {
      const stored = storage.getItem(CONSENT_KEY);
      if (stored !== text) {
        text = stored;
        choice = readChoice();
      }
      return choice;
    },

    decide(next: Choice): void {
      const record = { version: CONSENT_VERSION, date: now().toISOString(), ...next };
      storage.setItem(CONSENT_KEY, JSON.stringify(record));
      listeners.notify();
    },

    /** Handles a storage event, for decisions in other tabs; `key` is the event's key. */
    onStored(key: string | null): void {
      if (key === null || key === CONSENT_KEY) listeners.notify();
    },

    subscribe: listeners.add,
  };
}
