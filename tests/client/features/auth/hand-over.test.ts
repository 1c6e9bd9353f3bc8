import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  finishHere,
  forgetResults,
  handOver,
  leaveResult,
  type LoginResult,
  noteRedirect,
  readCallback,
  readMessage,
  RESULT_KEY,
  takeResult,
  takeResultOf,
  takeUnclaimed,
  toMessage,
} from "../../../../client/features/auth/hand-over.ts";
import { aStorage } from "../../tracking/fakes.ts";

const ORIGIN = "https://papercub.example";
const RESULT = { state: "s1", code: "c1" };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T10:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function openWindow({ opener = true } = {}) {
  const postMessage = vi.fn();
  const window = { opener: opener ? { postMessage } : null, location: { origin: ORIGIN } };
  return { postMessage, window, tab: aStorage(), browser: aStorage() };
}

describe("a result goes", () => {
  test("to the window that opened this one, and to its own origin alone", () => {
    const { postMessage, ...env } = openWindow();
    expect(handOver(RESULT, env)).toEqual({ to: "opener" });
    const message = { kind: "external-login", ...RESULT };
    expect(postMessage).toHaveBeenCalledExactlyOnceWith(message, ORIGIN);
    expect(env.browser.getItem(RESULT_KEY)).toBeNull();
  });

  test("to local storage when no window opened this one", () => {
    const env = openWindow({ opener: false });
    expect(handOver(RESULT, env)).toEqual({ to: "storage" });
    expect(takeResult(env.browser)).toEqual(RESULT);
    expect(env.browser.getItem(RESULT_KEY)).toBeNull();
  });

  test("on within this window when the attempt began in it, whoever opened it", () => {
    const { postMessage, ...env } = openWindow();
    noteRedirect(env.tab, { state: "s1", target: "/account" });
    const path = "/login?returnUrl=%2Faccount";
    expect(handOver(RESULT, env)).toEqual({ to: "redirect", path });
    expect(postMessage).not.toHaveBeenCalled();
    expect(env.browser.getItem(RESULT_KEY)).toBeNull();
    expect(takeResult(env.tab)).toEqual(RESULT);
  });

  test("not by the note of another attempt, which a popup inherits", () => {
    const env = openWindow();
    noteRedirect(env.tab, { state: "s0", target: "/account" });
    expect(handOver(RESULT, env)).toEqual({ to: "opener" });
    expect(handOver({ state: "s0", code: "c" }, env)).toEqual({ to: "opener" });
  });

  test.each(["//evil.example", "javascript:alert(1)", "/login"])(
    "never to %j, even when that was noted",
    (target) => {
      const env = openWindow();
      noteRedirect(env.tab, { state: "s1", target });
      expect(handOver(RESULT, env)).toEqual({ to: "redirect", path: "/login" });
    },
  );
});

describe("a result that was left", () => {
  test("is taken once", () => {
    const storage = aStorage();
    leaveResult(storage, RESULT);
    expect(takeResult(storage)).toEqual(RESULT);
    expect(takeResult(storage)).toBeUndefined();
  });

  test("stays for the attempt that it belongs to", () => {
    const storage = aStorage();
    leaveResult(storage, RESULT);
    expect(takeResultOf(storage, "s2")).toBeUndefined();
    expect(takeResultOf(storage, "s1")).toEqual(RESULT);
    expect(storage.getItem(RESULT_KEY)).toBeNull();
  });

  test("is nothing after five minutes, and is gone then", () => {
    const storage = aStorage();
    leaveResult(storage, RESULT);
    vi.advanceTimersByTime(5 * 60_000);
    expect(takeResult(storage)).toBeUndefined();
    expect(storage.getItem(RESULT_KEY)).toBeNull();
  });

  test.each(["", "null", "[]", '"x"', '{"at":1}', "{", '{"at":"now","result":{}}'])(
    "and reads %j is nothing",
    (text) => {
      const storage = aStorage({ [RESULT_KEY]: text });
      expect(takeResult(storage)).toBeUndefined();
    },
  );
});

test("what nobody took is finished in this window", () => {
  const env = openWindow({ opener: false });
  handOver(RESULT, env);
  expect(finishHere(env)).toBe("/login?returnUrl=%2Faccount");
  expect(env.browser.getItem(RESULT_KEY)).toBeNull();
  expect(takeResult(env.tab)).toEqual(RESULT);
  expect(finishHere(env)).toBeUndefined();
});

describe("a result that no window claims", () => {
  const DENIED = "OAuth authorization failed";

  test.each([
    [
      { state: null, code: "c1" },
      { state: null, error: DENIED },
    ],
    [
      { state: "s1", error: "Your account is locked, write to us" },
      { state: "s1", error: DENIED },
    ],
    [
      { state: null, error: "Your account is locked, write to us" },
      { state: null, error: DENIED },
    ],
    [RESULT, RESULT],
  ])("%j counts as %j, on the way on and on the next page", (left, taken) => {
    const env = openWindow({ opener: false });
    handOver(left, env);
    finishHere(env);
    expect(takeResult(env.tab)).toEqual(taken);
    leaveResult(env.browser, left);
    expect(takeUnclaimed(env.browser)).toEqual(taken);
    expect(env.browser.getItem(RESULT_KEY)).toBeNull();
  });

  test("is nothing when there is none", () => {
    expect(takeUnclaimed(aStorage())).toBeUndefined();
  });
});

test("the words of an attempt that began here are kept", () => {
  const env = openWindow();
  noteRedirect(env.tab, { state: "s1", target: "/account" });
  const denied = { state: "s1", error: "The sign-in was cancelled." };
  handOver(denied, env);
  expect(takeResult(env.tab)).toEqual(denied);
});

test("nothing that was left outlives a sign-in", () => {
  const { tab, browser } = openWindow();
  leaveResult(tab, RESULT);
  leaveResult(browser, RESULT);
  forgetResults({ tab, browser });
  expect([tab.getItem(RESULT_KEY), browser.getItem(RESULT_KEY)]).toEqual([null, null]);
});

describe("the query of the return page", () => {
  test("throws without a code and an error", () => {
    for (const query of [{}, { code: "" }, { error: "" }, { state: "s" }, { code: ["x"] }]) {
      expect(() => readCallback(query)).toThrow("No OAuth code or error found in URL parameters.");
    }
  });

  test("a code with its attempt", () => {
    expect(readCallback({ code: "c", state: "s" })).toEqual({ code: "c", state: "s" });
    expect(readCallback({ code: "c" })).toEqual({ code: "c", state: null });
  });

  test.each([
    [undefined, "OAuth authorization failed"],
    ["", "OAuth authorization failed"],
    ["The user said no.", "The user said no."],
    ["L'accès a été refusé", "L'accès a été refusé"],
    ["Call +1 555 0100 now", "OAuth authorization failed"],
    ["Go to https://evil.example", "OAuth authorization failed"],
    ["Go to evil.example", "OAuth authorization failed"],
    ["<b>no</b>", "OAuth authorization failed"],
    ["a".repeat(121), "OAuth authorization failed"],
  ])("an error described as %j reads %j", (error_description, error) => {
    const query = { error: "access_denied", error_description, state: "s", code: "ignored" };
    expect(readCallback(query)).toEqual({ state: "s", error });
  });
});

describe("what another window passed on", () => {
  test.each<LoginResult>([
    { state: "s", code: "c" },
    { state: null, code: "c" },
    { state: "s", error: "Not today" },
  ])("%j arrives as it was", (result) => {
    expect(readMessage(structuredClone(toMessage(result)))).toEqual(result);
  });

  test.each([
    null,
    "code",
    { state: "s", code: "c" },
    { kind: "other", state: "s", code: "c" },
    { kind: "external-login", code: "c" },
    { kind: "external-login", state: 1, code: "c" },
    { kind: "external-login", state: "s" },
    { kind: "external-login", state: "s", code: "" },
    { kind: "external-login", state: "s", code: "c", error: "both" },
    { kind: "external-login", state: "s", code: "c", more: true },
    { kind: "external-login", state: "s", code: "c".repeat(2001) },
    { kind: "external-login", state: "s".repeat(2001), code: "c" },
  ])("%j is not one", (value) => {
    expect(readMessage(value)).toBeUndefined();
  });

  test("an error's words are judged again", () => {
    const message = { kind: "external-login", state: "s", error: "Go to https://evil.example" };
    expect(readMessage(message)).toEqual({ state: "s", error: "OAuth authorization failed" });
  });
});
