import { expect, test, vi } from "vitest";
import { CONSENT_KEY, CONSENT_VERSION, createConsent } from "../../../client/tracking/consent.ts";
import { safeStorage } from "../../../client/lib/storage.ts";
import { aStorage } from "./fakes.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const DAY_MS = 86_400_000;

function openConsent(options: { stored?: unknown; gpc?: boolean; now?: Date } = {}) {
  const { stored, gpc = false, now = NOW } = options;
  const storage = aStorage(stored === undefined ? {} : { [CONSENT_KEY]: JSON.stringify(stored) });
  return { storage, consent: createConsent({ storage, gpc, now: () => now }) };
}

const answer = {
  version: CONSENT_VERSION,
  date: NOW.toISOString(),
  analytics: true,
  marketing: true,
};

test("a choice is stored with its version and date, and told", () => {
  const { consent, storage } = openConsent();
  const listener = vi.fn();
  consent.subscribe(listener);
  consent.decide({ analytics: true, marketing: false });
  expect(consent.choice()).toEqual({ analytics: true, marketing: false });
  expect(JSON.parse(storage.getItem(CONSENT_KEY) ?? "")).toEqual({
    version: CONSENT_VERSION,
    date: NOW.toISOString(),
    analytics: true,
    marketing: false,
  });
  expect(listener).toHaveBeenCalledTimes(1);
});

test("the choice stays the same object until it changes", () => {
  const { consent } = openConsent({ stored: answer });
  expect(consent.choice()).toBe(consent.choice());
});

test.each([
  ["of another question", { ...answer, version: CONSENT_VERSION - 1 }],
  ["without a date", { ...answer, date: undefined }],
  ["that is no answer", "yes"],
  ["that is null", null],
])("an answer %s counts as none", (_name, stored) => {
  expect(openConsent({ stored }).consent.choice()).toBeUndefined();
});

test("after a year it asks again", () => {
  const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
  expect(openConsent({ stored: answer, now: at(364) }).consent.choice()).toBeDefined();
  expect(openConsent({ stored: answer, now: at(365) }).consent.choice()).toBeUndefined();
});

test("only what is plainly allowed is allowed", () => {
  const stored = { ...answer, analytics: "true", marketing: 1 };
  expect(openConsent({ stored }).consent.choice()).toEqual({ analytics: false, marketing: false });
});

test("Global Privacy Control refuses marketing, whatever was chosen", () => {
  const { consent } = openConsent({ gpc: true });
  expect(consent.choice()).toBeUndefined();
  consent.decide({ analytics: true, marketing: true });
  expect(consent.choice()).toEqual({ analytics: true, marketing: false });
});

test("a choice of another tab is noticed", () => {
  const { consent, storage } = openConsent();
  const listener = vi.fn();
  consent.subscribe(listener);
  storage.setItem(CONSENT_KEY, JSON.stringify(answer));
  consent.onStored("something else");
  expect(listener).not.toHaveBeenCalled();
  consent.onStored(CONSENT_KEY);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(consent.choice()).toEqual({ analytics: true, marketing: true });
});

test("a browser that stores nothing keeps the choice for the page", () => {
  const storage = safeStorage(() => {
    throw new DOMException("denied", "SecurityError");
  });
  const consent = createConsent({ storage, gpc: false, now: () => NOW });
  expect(consent.choice()).toBeUndefined();
  consent.decide({ analytics: false, marketing: false });
  expect(consent.choice()).toEqual({ analytics: false, marketing: false });
});
