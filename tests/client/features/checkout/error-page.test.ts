import { expect, test } from "vitest";
import {
  chooseErrorMessage,
  MAX_ERROR_LENGTH,
  storeCheckoutError,
  takeCheckoutError,
} from "../../../../client/features/checkout/error-message.ts";

const DEFAULT = "An unexpected error occurred during checkout. Please try again.";

test.each([
  ["Card declined", "Stored", "Card declined"],
  [undefined, "Stored", "Stored"],
  ["  ", "Stored", "Stored"],
  [undefined, undefined, DEFAULT],
  ["", "", DEFAULT],
])("given %j and stored %j the page says %j", (given, stored, message) => {
  expect(chooseErrorMessage(given, stored)).toBe(message);
});

test("a long message is cut", () => {
  const message = chooseErrorMessage("é".repeat(1000), undefined);
  expect([...message]).toHaveLength(MAX_ERROR_LENGTH);
  expect(message.endsWith("…")).toBe(true);
  expect(chooseErrorMessage("x".repeat(MAX_ERROR_LENGTH), undefined)).toHaveLength(
    MAX_ERROR_LENGTH,
  );
});

test("a stored message is read once", () => {
  const items = new Map([["checkoutError", "Sold out."]]);
  const sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
  expect(takeCheckoutError({ sessionStorage })).toBe("Sold out.");
  expect(takeCheckoutError({ sessionStorage })).toBeUndefined();
});

test("a message is stored for the error page", () => {
  const items = new Map<string, string>();
  const sessionStorage = {
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage;
  expect(storeCheckoutError({ sessionStorage }, "Sold out.")).toBe(true);
  expect(items).toEqual(new Map([["checkoutError", "Sold out."]]));
});

test("a browser that stores nothing says so, and has no stored message", () => {
  const denied = {
    get sessionStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  };
  expect(storeCheckoutError(denied, "Sold out.")).toBe(false);
  expect(takeCheckoutError(denied)).toBeUndefined();
});
