import type { TextStorage } from "../../lib/storage.ts";
import { type LoginResult, readMessage, RESULT_KEY, takeResultOf } from "./login-result.ts";

// Spec section 9.
const POPUP_WIDTH = 500;
const POPUP_HEIGHT = 600;
const CLOSED_CHECK_MS = 1000;

const NAME = "external-login";

type Opening = Pick<Window, "open" | "screenX" | "screenY" | "outerWidth" | "outerHeight">;

/**
 * Opens an empty popup over the middle of the window; null when the browser blocks it. It must be
 * called in the click itself: browsers block what opens later.
 */
export function openPopup(window: Opening): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - POPUP_WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - POPUP_HEIGHT) / 2);
  const size = `width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`;
  const popup = window.open("about:blank", NAME, `popup=yes,${size}`);
  return popup && !popup.closed ? popup : null;
}

type Watch = {
  window: Pick<Window, "addEventListener" | "removeEventListener" | "location">;
  storage: TextStorage;
  popup: Pick<Window, "closed">;
  /** Names the attempt; results of any other are ignored. */
  state: string | null;
  onResult: (result: LoginResult) => void;
  /** The popup is gone without a result; one may still arrive afterwards. */
  onClosed: () => void;
};

/**
 * Waits for what the external login comes to, by message from the popup or, where a browser has cut
 * it off from this page, by local storage. Gives one result at most. Returns the call that stops it.
 */
export function watchPopup(watch: Watch): () => void {
  const { window, storage, popup, state, onResult, onClosed } = watch;

  function accept(result: LoginResult | undefined): boolean {
    if (!result || result.state !== state) return false;
    stop();
    onResult(result);
    return true;
  }
  function hear(event: MessageEvent): void {
    const isOurs = event.origin === window.location.origin && event.source === popup;
    if (isOurs) accept(readMessage(event.data));
  }
  function look(event: StorageEvent): void {
    if (event.key === RESULT_KEY && event.newValue !== null) accept(takeResultOf(storage, state));
  }
  function checkClosed(): void {
    if (!popup.closed) return;
    clearInterval(timer);
    if (accept(takeResultOf(storage, state))) return;
    // What another attempt has left would wait here for the next page.
    storage.removeItem(RESULT_KEY);
    onClosed();
  }
  function stop(): void {
    clearInterval(timer);
    window.removeEventListener("message", hear);
    window.removeEventListener("storage", look);
  }

  const timer = setInterval(checkClosed, CLOSED_CHECK_MS);
  window.addEventListener("message", hear);
  window.addEventListener("storage", look);
  return stop;
}
