import { expect, test, vi } from "vitest";
import { CONSENT_KEY, CONSENT_VERSION, createConsent } from "../../../client/tracking/consent.ts";
import { aStorage } from "./fakes.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

function openConsent(stored?: unknown, { gpc = false, now = NOW } = {}) {
  const storage = aStorage(stored === undefined ? {} : { [CONSENT_KEY]: JSON.stringify(stored) });
  const consent = createConsent({ storage, gpc, now: () => now });
  const listener = vi.fn();
  consent.subscribe(listener);
  return { storage, consent, listener };
}

const both = { analytics: true, marketing: true };
const answer = { version: CONSENT_VERSION, date: NOW.toISOString(), ...both };

test("a choice is stored with its version and date, and listeners are notified", () => {
  const { consent, storage, listener } = openConsent();
  const choice = { analytics: true, marketing: false };
  consent.decide(choice);
  expect(consent.choice()).toEqual(choice);
  const stored: unknown = JSON.parse(storage.getItem(CONSENT_KEY) ?? "");
  expect(stored).toEqual({ ...answer, marketing: false });
  expect(listener).toHaveBeenCalledOnce();
});

test("the choice stays the same object until it changes", () => {
  const { consent } = openConsent(answer);
  expect(consent.choice()).toBe(consent.choice());
});

test.each<[string, unknown, ReturnType<ReturnType<typeof createConsent>["choice"]>, object?]>([
  ["of another question", { ...answer, version: CONSENT_VERSION - 1 }, undefined],
  ["without a date", { ...answer, date: undefined }, undefined],
  ["that is no answer", "yes", undefined],
  ["that is null", null, undefined],
  ["after 364 days", answer, both, { now: inDays(364) }],
  ["after a year", answer, undefined, { now: inDays(365) }],
  [
    "with other values",
    { ...answer, analytics: "true", marketing: 1 },
    { analytics: false, marketing: false },
  ],
  ["under Global Privacy Control", answer, { analytics: true, marketing: false }, { gpc: true }],
])("an answer %s", (_name, stored, choice, options) => {
  expect(openConsent(stored, options).consent.choice()).toEqual(choice);
});

test("a choice of another tab is noticed", () => {
  const { consent, storage, listener } = openConsent();
  storage.setItem(CONSENT_KEY, JSON.stringify(answer));
  consent.onStored("something else");
  expect(listener).not.toHaveBeenCalled();
  consent.onStored(CONSENT_KEY);
  expect(listener).toHaveBeenCalledOnce();
  expect(consent.choice()).toEqual(both);
});
