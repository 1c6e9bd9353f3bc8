import { readJson, type TextStorage } from "../lib/storage.ts";

export type Category = "analytics" | "marketing";

/** What the visitor allows; the same two categories the banner asks about. */
export type Choice = Record<Category, boolean>;

export const CONSENT_KEY = "consent";
/** Raised when what is asked changes: an older answer says nothing about the new question. */
export const CONSENT_VERSION = 1;
const CONSENT_DAYS = 365;
const DAY_MS = 86_400_000;

type Options = {
  storage: TextStorage;
  /** Global Privacy Control: the browser's own refusal of marketing. */
  gpc: boolean;
  now: () => Date;
};

export type Consent = ReturnType<typeof createConsent>;

/**
 * The visitor's choice, stored first-party with its version and date: unknown, then granted or denied
 * for each category. Asks again after a year, and after the question has changed.
 */
export function createConsent({ storage, gpc, now }: Options) {
  const listeners = new Set<() => void>();
  let text: string | null | undefined;
  let choice: Choice | undefined;

  return {
    gpc,

    /** What counts now; undefined while the visitor has not chosen. The same object until it changes. */
    choice(): Choice | undefined {
      const stored = storage.getItem(CONSENT_KEY);
      if (stored !== text) {
        text = stored;
        choice = withGpc(readChoice(storage, now()), gpc);
      }
      return choice;
    },

    /** Stores a choice and tells all listeners. */
    decide(next: Choice): void {
      const record = { version: CONSENT_VERSION, date: now().toISOString(), ...next };
      storage.setItem(CONSENT_KEY, JSON.stringify(record));
      for (const listener of listeners) listener();
    },

    /** Another tab has stored a choice. */
    notice(key: string | null): void {
      if (key !== null && key !== CONSENT_KEY) return;
      for (const listener of listeners) listener();
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readChoice(storage: TextStorage, now: Date): Choice | undefined {
  const stored = readJson(storage, CONSENT_KEY);
  if (typeof stored !== "object" || stored === null) return undefined;
  const { version, date, analytics, marketing } = stored as Record<string, unknown>;
  const age = now.getTime() - Date.parse(String(date));
  if (version !== CONSENT_VERSION || !(age < CONSENT_DAYS * DAY_MS)) return undefined;
  return { analytics: analytics === true, marketing: marketing === true };
}

function withGpc(choice: Choice | undefined, gpc: boolean): Choice | undefined {
  return choice && { ...choice, marketing: choice.marketing && !gpc };
}
