import { describe, expect, test, vi } from "vitest";
import {
  forgetSignOut,
  hasSignedOut,
  isSignOutPending,
  storeSignOut,
  onSignOutStored,
  PENDING_KEY,
  sendPendingSignOut,
} from "../../../client/lib/session.ts";
import { aStorage } from "../tracking/fakes.ts";

describe("a sign-out that the shop does not know of", () => {
  test("ends the session it was made in, and no later one", () => {
    const storage = aStorage();
    storeSignOut(storage, 5);
    expect(hasSignedOut(storage, 5)).toBe(true);
    expect(hasSignedOut(storage, 6)).toBe(false);
    expect(isSignOutPending(storage)).toBe(false);
  });

  test.each([
    [undefined, 5],
    [5, undefined],
  ])("noted in %j ends %j: one of the two is not known", (noted, session) => {
    const storage = aStorage();
    storeSignOut(storage, noted);
    expect(hasSignedOut(storage, session)).toBe(true);
  });

  test("is none when nothing was noted, or what is there cannot be read", () => {
    expect(hasSignedOut(aStorage(), 5)).toBe(false);
    expect(hasSignedOut(aStorage({ [PENDING_KEY]: "{" }), 5)).toBe(false);
  });
});

test("a tab hears of the note that another one makes, and of nothing else that is stored", () => {
  const window = new EventTarget();
  const stored = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
  const hear = vi.fn();
  const stop = onSignOutStored(window, hear);
  stored("cart", "{}");
  stored(PENDING_KEY, null);
  expect(hear).not.toHaveBeenCalled();
  stored(PENDING_KEY, '{"session":5}');
  expect(hear).toHaveBeenCalledTimes(1);
  stop();
  stored(PENDING_KEY, '{"session":6}');
  expect(hear).toHaveBeenCalledTimes(1);
});

/** Tells of a noted sign-out; each call ends as the test says. */
function sending({ noted = true } = {}) {
  const storage = aStorage();
  if (noted) storeSignOut(storage, 5);
  const calls: { signal: AbortSignal; end: (good: boolean) => void }[] = [];
  const signOut = (signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      const end = (good: boolean) => (good ? resolve({}) : reject(new Error("lost")));
      calls.push({ signal, end });
    });
  const onChange = vi.fn();
  const window = new EventTarget();
  const sender = sendPendingSignOut({ storage, signOut, onChange, window });
  const goOnline = () => window.dispatchEvent(new Event("online"));
  const said = () => onChange.mock.calls.flat();
  return { ...sender, storage, calls, goOnline, said };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the shop", () => {
  test("is told nothing when there is nothing to tell", () => {
    expect(sending({ noted: false }).calls).toHaveLength(0);
  });

  test("is told at once, and the note goes", async () => {
    const t = sending();
    t.calls[0]?.end(true);
    await settled();
    expect(t.said()).toEqual(["done"]);
    expect(isSignOutPending(t.storage)).toBe(false);
  });

  test("is told again when the line is back, one call at a time", async () => {
    const t = sending();
    t.goOnline();
    expect(t.calls).toHaveLength(1);
    t.calls[0]?.end(false);
    await settled();
    expect(isSignOutPending(t.storage)).toBe(true);
    t.goOnline();
    t.calls[1]?.end(true);
    await settled();
    expect(t.said()).toEqual(["failed", "retrying", "done"]);
    t.goOnline();
    expect(t.calls).toHaveLength(2);
  });

  test("is not told while a user signs in: the call is taken back, its answer is none", async () => {
    const t = sending();
    t.stop();
    expect(t.calls[0]?.signal.aborted).toBe(true);
    t.calls[0]?.end(true);
    t.goOnline();
    await settled();
    expect(t.said()).toEqual([]);
    expect(t.calls).toHaveLength(1);
    expect(isSignOutPending(t.storage)).toBe(true);
  });

  test("is not told of a session that was followed by another", async () => {
    const t = sending();
    t.calls[0]?.end(false);
    await settled();
    forgetSignOut(t.storage);
    t.retry();
    expect(t.calls).toHaveLength(1);
  });
});
