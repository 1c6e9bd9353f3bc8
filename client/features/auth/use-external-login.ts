import { type Dispatch, useEffect, useEffectEvent, useRef } from "react";
import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { messages } from "../../../server/contract/messages.ts";
import { signInMessages } from "../../../server/contract/sign-in.ts";
import type { LoginProvider } from "../../../server/contract/site.ts";
import { loginWords } from "../../content/login.ts";
import { signInApi } from "../../lib/sign-in-api.ts";
import { isInstalledApp } from "../../lib/installed-app.ts";
import { readableMessage } from "../../lib/answer.ts";
import { browserStorage, tabStorage, type TextStorage } from "../../lib/storage.ts";
import { externalProblem } from "./login-problems.ts";
import {
  type LoginResult,
  noteRedirect,
  readMessage,
  RESULT_KEY,
  takeResult,
  takeResultOf,
  takeUnclaimed,
} from "./login-result.ts";
import type { LoginEvent, LoginProblem } from "./login-state.ts";

type ExternalLoginOptions = {
  provider: LoginProvider | null;
  dispatch: Dispatch<LoginEvent>;
  target: string;
  onSignedIn: (user: CurrentUser) => void;
};

/** Runs the external login: in a popup, or in this window when popups are impossible. */
export function useExternalLogin(options: ExternalLoginOptions) {
  const { provider, dispatch, target, onSignedIn } = options;
  const stopWatching = useRef<() => void>(undefined);

  function fail(reason: string, more?: Pick<LoginProblem, "hint" | "canContinueHere">): void {
    dispatch({ type: "fail", problem: externalProblem(provider, reason, more) });
  }

  async function finish(result: LoginResult): Promise<void> {
    if ("error" in result) return fail(result.error);
    dispatch({ type: "start", busy: "provider" });
    try {
      const { user } = await signInApi.exchangeCode(result.code, result.state);
      onSignedIn(user);
    } catch (error) {
      const reason = readableMessage(error);
      reportError(new Error(signInMessages.loginExchangeFailedPrefix + reason));
      // Retrying does not help when the provider has not verified the email.
      fail(reason, { hint: loginWords.orByCode });
    }
  }

  async function start(open: (attempt: LoginAttempt) => void, popup?: Window): Promise<void> {
    if (!provider) return;
    dispatch({ type: "start", busy: "provider" });
    try {
      open(await requestAttempt(provider));
    } catch (error) {
      popup?.close();
      fail(error instanceof Error ? error.message : messages.unexpected);
    }
  }

  function continueHere(): void {
    void start(({ url, state }) => {
      noteRedirect(tabStorage, { state, target });
      window.location.assign(url);
    });
  }

  function continueIn(popup: Window): void {
    browserStorage.removeItem(RESULT_KEY);
    void start(({ url, state }) => {
      stopWatching.current = watchPopup({
        window,
        storage: browserStorage,
        popup,
        state,
        onResult: (result) => void finish(result),
        onClosed: () => fail(signInMessages.loginCancelled),
      });
      popup.location.replace(url);
    }, popup);
  }

  /** Starts the login. Must be called in the click handler, or browsers block the popup. */
  function continueWithProvider(): void {
    stopWatching.current?.();
    if (isInstalledApp()) return continueHere();
    const popup = openPopup(window);
    if (popup) continueIn(popup);
    else fail(signInMessages.loginPopupFailed, { canContinueHere: true });
  }

  const finishOpenAttempt = useEffectEvent(() => {
    const here = takeResult(tabStorage);
    if (here) return void finish(here);
    // Phones drop background pages: this one may have been reloaded while its popup was open.
    const unclaimed = takeUnclaimed(browserStorage);
    if (unclaimed && "code" in unclaimed) void finish(unclaimed);
  });
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      // Pages restored from the back/forward cache have no running request.
      if (persisted) dispatch({ type: "stop" });
    };
    finishOpenAttempt();
    window.addEventListener("pageshow", onPageShow);
    return () => {
      window.removeEventListener("pageshow", onPageShow);
      stopWatching.current?.();
    };
  }, [dispatch]);

  return { continueWithProvider, continueHere };
}

type LoginAttempt = { url: string; state: string | null };

async function requestAttempt({ id }: LoginProvider): Promise<LoginAttempt> {
  try {
    const { redirectUrl } = await signInApi.getLoginUrl(id, window.location.origin);
    const url = new URL(redirectUrl, window.location.origin);
    return { url: url.href, state: url.searchParams.get("state") };
  } catch (error) {
    const message = signInMessages.loginAddressFailedPrefix + readableMessage(error);
    throw new Error(message, { cause: error });
  }
}

// Popup size.
const POPUP_WIDTH = 500;
const POPUP_HEIGHT = 600;
const CLOSED_CHECK_MS = 1000;

type OpenerWindow = Pick<Window, "open" | "screenX" | "screenY" | "outerWidth" | "outerHeight">;

/**
 * Opens an empty popup centered over the window; null when the browser blocks it. Must be called in
 * the click handler.
 */
export function openPopup(window: OpenerWindow): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - POPUP_WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - POPUP_HEIGHT) / 2);
  const size = `width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`;
  const popup = window.open("about:blank", "external-login", `popup=yes,${size}`);
  return popup && !popup.closed ? popup : null;
}

type PopupWatch = {
  window: Pick<Window, "addEventListener" | "removeEventListener" | "location">;
  storage: TextStorage;
  popup: Pick<Window, "closed">;
  /** OAuth `state` of this attempt; results of other attempts are ignored. */
  state: string | null;
  onResult: (result: LoginResult) => void;
  /** Called when the popup closes without a result. `onResult` may still follow. */
  onClosed: () => void;
};

/**
 * Waits for the result of the external login, by message from the popup or by localStorage when the
 * browser isolates the popup from its opener. Returns a function that stops waiting.
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
    // Remove a result of another attempt, or the next page would use it.
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
