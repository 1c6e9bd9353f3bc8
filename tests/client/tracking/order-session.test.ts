import { expect, test, vi } from "vitest";
import {
  findSession,
  hideSession,
  rememberSession,
} from "../../../client/tracking/order-session.ts";
import { SESSION_ID } from "../fixtures.ts";
import { aStorage } from "./fakes.ts";

const ORDER = "K7QM-3XRT";

function aWindow(path: string) {
  const replaceState = vi.fn();
  const href = `https://papercub.example${path}`;
  return { location: { href }, history: { replaceState, state: { key: "kept" } } };
}

test("the order number takes the session's place in the address", () => {
  const storage = aStorage();
  rememberSession(storage, { order: ORDER, sessionId: SESSION_ID });
  const window = aWindow(`/checkout/success?sessionId=${SESSION_ID}&plain=1`);
  expect(hideSession(window, storage)).toBe(true);
  expect(window.history.replaceState).toHaveBeenCalledExactlyOnceWith(
    { key: "kept" },
    "",
    new URL(`https://papercub.example/checkout/success?plain=1&order=${ORDER}`),
  );
  expect(findSession(storage, ORDER)).toBe(SESSION_ID);
});

test("an address without a session is left alone", () => {
  const window = aWindow("/?utm_source=a");
  expect(hideSession(window, aStorage())).toBe(true);
  expect(window.history.replaceState).not.toHaveBeenCalled();
});

test("a session of no known order is not fit to be seen", () => {
  const window = aWindow(`/checkout/success?sessionId=${SESSION_ID}`);
  expect(hideSession(window, aStorage())).toBe(false);
  expect(window.history.replaceState).not.toHaveBeenCalled();
});
