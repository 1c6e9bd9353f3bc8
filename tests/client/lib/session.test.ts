import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  forgetSignOut,
  hasSignedOut,
  isSignOutPending,
  notifyTabs,
  onSessionMessage,
  onSignOutStored,
  PENDING_KEY,
  sendPendingSignOut,
  storeSignOut,
} from "../../../client/lib/session.ts";
import { browserStorage } from "../../../client/lib/storage.ts";

// Without localStorage, browserStorage keeps its values in memory.
beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  return forgetSignOut;
});

test("a tab receives known messages of other tabs, and ignores others", async () => {
  const listener = vi.fn();
  onTestFinished(onSessionMessage(listener));
  const other = new BroadcastChannel("session");
  onTestFinished(() => other.close());
  for (const message of [null, 1, "", "signed", ["signed-in"], { news: "signed-out" }]) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    other.postMessage(message);
  }
  notifyTabs("signed-in");
  notifyTabs("signed-out");
  await vi.waitFor(() => expect(listener.mock.calls).toEqual([["signed-in"], ["signed-out"]]));
});

test("without channels tabs send and receive nothing", () => {
  vi.stubGlobal("BroadcastChannel", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  Reflect.deleteProperty(globalThis, "BroadcastChannel");
  const listener = vi.fn();
  onSessionMessage(listener)();
  notifyTabs("signed-in");
  expect(listener).not.toHaveBeenCalled();
});

test.each([
  [5, 5, true],
  [5, 6, false],
  [undefined, 5, true],
  [5, undefined, true],
])("a sign-out of session %j ends session %j: %s", (stored, session, isEnded) => {
  storeSignOut(stored);
  expect(hasSignedOut(session)).toBe(isEnded);
  expect(isSignOutPending()).toBe(isEnded);
});

test("without a stored sign-out, or with an unreadable one, no session has ended", () => {
  expect(hasSignedOut(5)).toBe(false);
  browserStorage.setItem(PENDING_KEY, "{");
  expect(hasSignedOut(5)).toBe(false);
});

test("only a sign-out stored by another tab is reported", () => {
  const store = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
  const listener = vi.fn();
  const stop = onSignOutStored(listener);
  store("cart", "{}");
  store(PENDING_KEY, null);
  expect(listener).not.toHaveBeenCalled();
  store(PENDING_KEY, '{"session":5}');
  stop();
  store(PENDING_KEY, '{"session":6}');
  expect(listener).toHaveBeenCalledOnce();
});

/** Starts sending a stored sign-out; the test resolves or rejects each call. */
function sending() {
  storeSignOut(5);
  const calls: (PromiseWithResolvers<unknown> & { signal: AbortSignal })[] = [];
  const signOut = (signal: AbortSignal) => {
    const call = Promise.withResolvers();
    calls.push({ ...call, signal });
    return call.promise;
  };
  const onChange = vi.fn();
  const goOnline = () => window.dispatchEvent(new Event("online"));
  const statuses = () => onChange.mock.calls.flat();
  return { ...sendPendingSignOut(signOut, onChange), calls, goOnline, statuses };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a sign-out is sent at once, and again when the browser comes online, one call at a time", async () => {
  const t = sending();
  t.goOnline();
  expect(t.calls).toHaveLength(1);
  t.calls[0]?.reject(new Error("lost"));
  await settled();
  expect(isSignOutPending()).toBe(true);
  t.goOnline();
  t.calls[1]?.resolve({});
  await settled();
  expect(t.statuses()).toEqual(["failed", "retrying", "done"]);
  expect(isSignOutPending()).toBe(false);
  t.goOnline();
  expect(t.calls).toHaveLength(2);
});

test("a stopped sign-out is aborted, and its late response is ignored", async () => {
  const t = sending();
  t.stop();
  expect(t.calls[0]?.signal.aborted).toBe(true);
  t.calls[0]?.resolve({});
  t.goOnline();
  await settled();
  expect(t.statuses()).toEqual([]);
  expect(t.calls).toHaveLength(1);
  expect(isSignOutPending()).toBe(true);
});

test("a sign-out that a later session has replaced is not sent", async () => {
  const t = sending();
  t.calls[0]?.reject(new Error("lost"));
  await settled();
  forgetSignOut();
  t.retry();
  expect(t.calls).toHaveLength(1);
});
