import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  finishHere,
  forgetResults,
  passOn,
  storeResult,
  type LoginResult,
  noteRedirect,
  readCallback,
  readMessage,
  RESULT_KEY,
  takeResult,
  takeResultOf,
  toMessage,
} from "../../../../client/features/auth/login-result.ts";
import { aStorage } from "../../tracking/fakes.ts";

const ORIGIN = "https://papercub.example";
const RESULT = { state: "s1", code: "c1" };
const LOGIN = "/login?returnUrl=%2Faccount";
const DENIED = "OAuth authorization failed";
const LOCKED = "Your account is locked, write to us";

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

test("a result goes to the opener, at its own origin", () => {
  const { postMessage, ...env } = openWindow();
  expect(passOn(RESULT, env)).toEqual({ to: "opener" });
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(toMessage(RESULT), ORIGIN);
  expect(takeResult(env.browser)).toBeUndefined();
});

test.each([
  ["/account", LOGIN],
  ["//evil.example", "/login"],
  ["javascript:alert(1)", "/login"],
  ["/login", "/login"],
])("a result goes to this window if the attempt started in it, for %j", (target, path) => {
  const { postMessage, ...env } = openWindow();
  noteRedirect(env.tab, { state: "s1", target });
  expect(passOn(RESULT, env)).toEqual({ to: "redirect", path });
  expect(postMessage).not.toHaveBeenCalled();
  expect(takeResult(env.browser)).toBeUndefined();
  expect(takeResult(env.tab)).toEqual(RESULT);
});

test("a result ignores the note of another attempt, which a popup inherits", () => {
  const env = openWindow();
  noteRedirect(env.tab, { state: "s0", target: "/account" });
  expect(passOn(RESULT, env)).toEqual({ to: "opener" });
  expect(passOn({ state: "s0", code: "c" }, env)).toEqual({ to: "opener" });
});

test("a stored result is taken once, by its attempt", () => {
  const storage = aStorage();
  storeResult(storage, RESULT);
  expect(takeResultOf(storage, "s2")).toBeUndefined();
  expect(takeResultOf(storage, "s1")).toEqual(RESULT);
  expect(takeResult(storage)).toBeUndefined();
});

test("a stored result expires after five minutes", () => {
  const storage = aStorage();
  storeResult(storage, RESULT);
  vi.advanceTimersByTime(5 * 60_000);
  expect(takeResult(storage)).toBeUndefined();
  expect(storage.getItem(RESULT_KEY)).toBeNull();
});

test.each(["", "null", "[]", '"x"', '{"at":1}', "{", '{"at":"now","result":{}}'])(
  "a stored %j is no result",
  (text) => expect(takeResult(aStorage({ [RESULT_KEY]: text }))).toBeUndefined(),
);

const denied = (state: string | null) => ({ state, error: DENIED });

test.each<[left: LoginResult, taken: LoginResult]>([
  [{ state: null, code: "c1" }, denied(null)],
  [{ state: "s1", error: LOCKED }, denied("s1")],
  [{ state: null, error: LOCKED }, denied(null)],
  [RESULT, RESULT],
])("a result that no window claims, %j, is finished here as %j", (left, taken) => {
  const env = openWindow({ opener: false });
  expect(passOn(left, env)).toEqual({ to: "storage" });
  expect(finishHere(env)).toBe(LOGIN);
  expect(env.browser.getItem(RESULT_KEY)).toBeNull();
  expect(takeResult(env.tab)).toEqual(taken);
  expect(finishHere(env)).toBeUndefined();
});

test("a sign-in removes stored results", () => {
  const { tab, browser } = openWindow();
  storeResult(tab, RESULT);
  storeResult(browser, RESULT);
  forgetResults({ tab, browser });
  expect([tab.getItem(RESULT_KEY), browser.getItem(RESULT_KEY)]).toEqual([null, null]);
});

test.each([{}, { code: "" }, { error: "" }, { state: "s" }, { code: ["x"] }])(
  "the query %j has no result",
  (query) => {
    expect(() => readCallback(query)).toThrow("No OAuth code or error found in URL parameters.");
  },
);

test.each([
  [undefined, DENIED],
  ["", DENIED],
  ["The user said no.", "The user said no."],
  ["L'accès a été refusé", "L'accès a été refusé"],
  ["Call +1 555 0100 now", DENIED],
  ["Go to https://evil.example", DENIED],
  ["Go to evil.example", DENIED],
  ["<b>no</b>", DENIED],
  ["a".repeat(121), DENIED],
])("an error described as %j reads %j", (error_description, error) => {
  const query = { error: "access_denied", error_description, state: "s", code: "ignored" };
  expect(readCallback(query)).toEqual({ state: "s", error });
});

test.each<[LoginResult, LoginResult?]>([
  [{ state: "s", code: "c" }],
  [{ state: null, code: "c" }],
  [{ state: "s", error: "Not today" }],
  [
    { state: "s", error: "Go to https://evil.example" },
    { state: "s", error: DENIED },
  ],
])("the message of %j is checked again", (result, read = result) => {
  expect(readMessage(structuredClone(toMessage(result)))).toEqual(read);
});

const message = { kind: "external-login", state: "s", code: "c" };
const LONG = "c".repeat(2001);

test.each([
  null,
  "code",
  { state: "s", code: "c" },
  { ...message, kind: "other" },
  { kind: "external-login", code: "c" },
  { ...message, state: 1 },
  { kind: "external-login", state: "s" },
  { ...message, code: "" },
  { ...message, error: "both" },
  { ...message, more: true },
  { ...message, code: LONG },
  { ...message, state: LONG },
])("the message %j is not a result", (value) => {
  expect(readMessage(value)).toBeUndefined();
});
