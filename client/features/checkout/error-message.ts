import { messages } from "../../../server/contract/messages.ts";

export const CHECKOUT_ERROR_KEY = "checkoutError";
export const MAX_ERROR_LENGTH = 200;

type WithStorage = Pick<Window, "sessionStorage">;

/** Keeps a failure's text for the error page; false when the browser refuses to store anything. */
export function storeCheckoutError(window: WithStorage, message: string): boolean {
  try {
    window.sessionStorage.setItem(CHECKOUT_ERROR_KEY, message);
    return true;
  } catch {
    return false;
  }
}

/** The stored text, which is removed with reading; undefined when there is none. */
export function takeCheckoutError(window: WithStorage): string | undefined {
  try {
    const message = window.sessionStorage.getItem(CHECKOUT_ERROR_KEY);
    window.sessionStorage.removeItem(CHECKOUT_ERROR_KEY);
    return message || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The text of the error page (spec section 4): the address's own, else the stored one, else the
 * default. Anybody can write the address, so it is cut to a length that cannot fill the page.
 */
export function chooseErrorMessage(given: string | undefined, stored: string | undefined): string {
  const message = given?.trim() || stored?.trim() || messages.checkoutUnexpected;
  const characters = [...message];
  if (characters.length <= MAX_ERROR_LENGTH) return message;
  return `${characters.slice(0, MAX_ERROR_LENGTH - 1).join("")}…`;
}
