import type { TextStorage } from "../../lib/storage.ts";
import { type LoginResult, readMessage, RESULT_KEY, takeResultOf } from "./login-result.ts";

// Spec section 9.
const POPUP_WIDTH = 500;
const POPUP_HEIGHT = 600;
const CLOSED_CHECK_MS = 1000;

const NAME = "external-login";

type OpenerWindow = Pick<Window, "open" | "screenX" | "screenY" | "outerWidth" | "outerHeight">;

/**
 * Opens an empty popup centered over the window; null when the browser blocks it. Must be called in
 * the click handler.
 */
export function openPopup(window: OpenerWindow): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - POPUP_WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - POPUP_HEIGHT) / 2);
  const size = `width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`;
  const popup = window.open("about:blank", NAME, `popup=yes,${size}`);
  return popup && !popup.closed ? popup : null;
}

type PopupWatch = {
  window: Pick<Window, "addEventListener" | "removeEventListener" | "location">;
  storage: TextStorage;
  popup: Pick<Window, "closed">;
  /** Identifies the attempt; results of others are ignored. */
  state: string | null;
  onResult: (result: LoginResult) => void;
  /** The popup closed without a result; one may still arrive. */
  onClosed: () => void;
};

/**
 * Waits for one result of the external login: a message of the popup, or local storage when the browser
 * has cut the popup off from this page. Returns a function that stops waiting.
 */
export function watchPopup(watch: PopupWatch): () => void {
  const { window, storage, popup, state, onResult, onClosed } = watch;

  function accept(result: LoginResult | undefined): boolean {
    if (!result || result.state !== state) return false;
    stop();
    onResult(result);
    return true;
  }
  function onMessage(event: MessageEvent): void {
    const isOurs = event.origin === window.location.origin && event.source === popup;
    if (isOurs) accept(readMessage(event.data));
  }
  function onStorage(event: StorageEvent): void {
    if (event.key === RESULT_KEY && event.newValue !== null) accept(takeResultOf(storage, state));
  }
  function checkClosed(): void {
    if (!popup.closed) return;
    clearInterval(timer);
    if (accept(takeResultOf(storage, state))) return;
    // Otherwise the next page would take the result of another attempt.
    storage.removeItem(RESULT_KEY);
    onClosed();
  }
  function stop(): void {
    clearInterval(timer);
    window.removeEventListener("message", onMessage);
    window.removeEventListener("storage", onStorage);
  }

  const timer = setInterval(checkClosed, CLOSED_CHECK_MS);
  window.addEventListener("message", onMessage);
  window.addEventListener("storage", onStorage);
  return stop;
}
