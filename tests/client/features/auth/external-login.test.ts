import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  storeResult,
  RESULT_KEY,
  toMessage,
} from "../../../../client/features/auth/login-result.ts";
import { openPopup, watchPopup } from "../../../../client/features/auth/use-external-login.ts";
import { aStorage } from "../../tracking/fakes.ts";

const ORIGIN = "https://papercub.example";
const RESULT = { state: "s1", code: "c1" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const screen = { screenX: 100, screenY: 50, outerWidth: 1300, outerHeight: 1000 };

test("a popup opens with 500x600 in the middle of the window", () => {
  const popup = { closed: false } as Window;
  const open = vi.fn(() => popup);
  expect(openPopup({ ...screen, open })).toBe(popup);
  expect(open).toHaveBeenCalledExactlyOnceWith(
    "about:blank",
    "external-login",
    "popup=yes,width=500,height=600,left=500,top=250",
  );
});

test.each([null, { closed: true } as Window])("a blocked popup (%j) is null", (popup) => {
  expect(openPopup({ ...screen, open: () => popup })).toBeNull();
});

function watch(state: string | null = "s1") {
  const window = Object.assign(new EventTarget(), { location: { origin: ORIGIN } as Location });
  const popup = { closed: false };
  const storage = aStorage();
  const onResult = vi.fn();
  const onClosed = vi.fn();
  const stop = watchPopup({
    window: window as unknown as Window,
    popup,
    storage,
    state,
    onResult,
    onClosed,
  });
  const send = (data: unknown, { origin = ORIGIN, source = popup as unknown } = {}) =>
    window.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));
  const store = (result: Parameters<typeof storeResult>[1]) => {
    storeResult(storage, result);
    const newValue = storage.getItem(RESULT_KEY);
    window.dispatchEvent(Object.assign(new Event("storage"), { key: RESULT_KEY, newValue }));
  };
  return { popup, storage, onResult, onClosed, stop, send, store };
}

test("the popup's message is taken once", () => {
  const { send, onResult, onClosed, popup } = watch();
  send(toMessage(RESULT));
  send(toMessage(RESULT));
  popup.closed = true;
  vi.advanceTimersByTime(5000);
  expect(onResult).toHaveBeenCalledExactlyOnceWith(RESULT);
  expect(onClosed).not.toHaveBeenCalled();
});

test("other origins, windows, attempts and messages are ignored", () => {
  const { send, store, storage, onResult } = watch();
  send(toMessage(RESULT), { origin: "https://evil.example" });
  send(toMessage(RESULT), { origin: "null" });
  send(toMessage(RESULT), { source: {} });
  send(toMessage({ ...RESULT, state: "s2" }));
  send(toMessage({ ...RESULT, state: null }));
  send({ ...RESULT, kind: "other" });
  store({ ...RESULT, state: "s2" });
  expect(onResult).not.toHaveBeenCalled();
  expect(storage.getItem(RESULT_KEY)).not.toBeNull();
});

test("an attempt without a state is accepted when the provider gave none", () => {
  const { send, onResult } = watch(null);
  send(toMessage({ code: "c", state: null }));
  expect(onResult).toHaveBeenCalledExactlyOnceWith({ code: "c", state: null });
});

test("a result in storage is taken and removed, also after the popup seemed closed", () => {
  const { popup, store, storage, onClosed, onResult } = watch();
  popup.closed = true;
  vi.advanceTimersByTime(1000);
  expect(onClosed).toHaveBeenCalledOnce();
  store(RESULT);
  expect(onResult).toHaveBeenCalledExactlyOnceWith(RESULT);
  expect(storage.getItem(RESULT_KEY)).toBeNull();
});

test("a closed popup is noticed within a second, once", () => {
  const { popup, onClosed, onResult } = watch();
  vi.advanceTimersByTime(10_000);
  popup.closed = true;
  vi.advanceTimersByTime(999);
  expect(onClosed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5001);
  expect(onClosed).toHaveBeenCalledOnce();
  expect(onResult).not.toHaveBeenCalled();
});

test.each([
  ["its result is taken", "s1", 1],
  ["the result of another attempt is removed", "s2", 0],
])("without a storage event, when the popup closes %s", (_name, state, results) => {
  const { popup, storage, onClosed, onResult } = watch();
  storeResult(storage, { ...RESULT, state });
  popup.closed = true;
  vi.advanceTimersByTime(1000);
  expect(onResult).toHaveBeenCalledTimes(results);
  expect(onClosed).toHaveBeenCalledTimes(1 - results);
  expect(storage.getItem(RESULT_KEY)).toBeNull();
});
