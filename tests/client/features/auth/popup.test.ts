import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  storeResult,
  RESULT_KEY,
  toMessage,
} from "../../../../client/features/auth/login-result.ts";
import { openPopup, watchPopup } from "../../../../client/features/auth/popup.ts";
import { aStorage } from "../../tracking/fakes.ts";

const ORIGIN = "https://papercub.example";
const RESULT = { state: "s1", code: "c1" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("opening", () => {
  const screen = { screenX: 100, screenY: 50, outerWidth: 1300, outerHeight: 1000 };

  test("500x600, in the middle of the window", () => {
    const popup = { closed: false } as Window;
    const open = vi.fn(() => popup);
    expect(openPopup({ ...screen, open })).toBe(popup);
    expect(open).toHaveBeenCalledExactlyOnceWith(
      "about:blank",
      "external-login",
      "popup=yes,width=500,height=600,left=500,top=250",
    );
  });

  test.each([null, { closed: true } as Window])("null when the browser blocks it (%j)", (popup) => {
    expect(openPopup({ ...screen, open: () => popup })).toBeNull();
  });
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

describe("waiting", () => {
  test("takes the popup's message once", () => {
    const { send, onResult, onClosed, popup } = watch();
    send(toMessage(RESULT));
    send(toMessage(RESULT));
    popup.closed = true;
    vi.advanceTimersByTime(5000);
    expect(onResult).toHaveBeenCalledExactlyOnceWith(RESULT);
    expect(onClosed).not.toHaveBeenCalled();
  });

  test("ignores other origins, other windows, other attempts and other messages", () => {
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

  test("takes what the popup left in storage, and nothing stays there", () => {
    const { store, storage, onResult } = watch();
    store(RESULT);
    expect(onResult).toHaveBeenCalledExactlyOnceWith(RESULT);
    expect(storage.getItem(RESULT_KEY)).toBeNull();
  });

  test("notices a closed popup within a second, once", () => {
    const { popup, onClosed, onResult } = watch();
    vi.advanceTimersByTime(10_000);
    expect(onClosed).not.toHaveBeenCalled();
    popup.closed = true;
    vi.advanceTimersByTime(999);
    expect(onClosed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5001);
    expect(onClosed).toHaveBeenCalledOnce();
    expect(onResult).not.toHaveBeenCalled();
  });

  test("looks into storage when the popup is closed, whether an event came or not", () => {
    const { popup, storage, onClosed, onResult } = watch();
    storeResult(storage, RESULT);
    popup.closed = true;
    vi.advanceTimersByTime(1000);
    expect(onResult).toHaveBeenCalledExactlyOnceWith(RESULT);
    expect(onClosed).not.toHaveBeenCalled();
  });

  test("leaves no result of another attempt behind a closed popup", () => {
    const { popup, storage, onClosed, onResult } = watch();
    storeResult(storage, { ...RESULT, state: "s2" });
    popup.closed = true;
    vi.advanceTimersByTime(1000);
    expect(storage.getItem(RESULT_KEY)).toBeNull();
    expect(onClosed).toHaveBeenCalledOnce();
    expect(onResult).not.toHaveBeenCalled();
  });

  test("still takes a result that comes after the popup seemed closed", () => {
    const { popup, store, onClosed, onResult } = watch();
    popup.closed = true;
    vi.advanceTimersByTime(1000);
    expect(onClosed).toHaveBeenCalledOnce();
    store(RESULT);
    expect(onResult).toHaveBeenCalledExactlyOnceWith(RESULT);
  });

  test("accepts an attempt without a name when the provider gave none", () => {
    const { send, onResult } = watch(null);
    send(toMessage({ code: "c", state: null }));
    expect(onResult).toHaveBeenCalledExactlyOnceWith({ code: "c", state: null });
  });
});
