import { type Dispatch, useEffect, useEffectEvent, useRef } from "react";
import { messages } from "../../../server/contract/messages.ts";
import { signInMessages } from "../../../server/contract/sign-in-messages.ts";
import type { LoginProvider } from "../../../server/contract/site.ts";
import { loginWords } from "../../content/login.ts";
import { api } from "../../lib/api.ts";
import { isThisInstalled } from "../../lib/installed-app.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { browserStorage, tabStorage } from "../../lib/storage.ts";
import {
  type LoginResult,
  noteRedirect,
  RESULT_KEY,
  takeResult,
  takeUnclaimed,
} from "./login-result.ts";
import type { LoginEvent, LoginProblem } from "./login-state.ts";
import { openPopup, watchPopup } from "./popup.ts";

type ExternalLogin = {
  provider: LoginProvider | null;
  dispatch: Dispatch<LoginEvent>;
  target: string;
  onSignedIn: () => void;
};

/** Runs the external login: in a popup, or in this window where popups cannot be. */
export function useExternalLogin({ provider, dispatch, target, onSignedIn }: ExternalLogin) {
  const stopWatching = useRef<() => void>(() => {});

  function fail(reason: string, more?: Pick<LoginProblem, "hint" | "canContinueHere">): void {
    const text = signInMessages.loginFailed(provider?.name ?? "");
    // Some failures of the exchange say the very same.
    const precise = reason === text ? undefined : reason;
    dispatch({ type: "fail", problem: { text, reason: precise, ...more } });
  }

  async function finish(result: LoginResult): Promise<void> {
    if ("error" in result) return fail(result.error);
    dispatch({ type: "start", busy: "provider" });
    try {
      await api.exchangeCode(result.code, result.state);
      onSignedIn();
    } catch (error) {
      const reason = readableMessage(error);
      reportError(new Error(signInMessages.loginExchangeFailedPrefix + reason));
      // An address that the provider has not verified is refused at every try.
      fail(reason, { hint: loginWords.orByCode });
    }
  }

  async function findLogin(id: string): Promise<{ url: string; state: string | null }> {
    try {
      const { redirectUrl } = await api.getLoginUrl(id, window.location.origin);
      const url = new URL(redirectUrl, window.location.origin);
      return { url: url.href, state: url.searchParams.get("state") };
    } catch (error) {
      throw new Error(signInMessages.loginAddressFailedPrefix + readableMessage(error), {
        cause: error,
      });
    }
  }

  async function goOnHere(): Promise<void> {
    if (!provider) return;
    dispatch({ type: "start", busy: "provider" });
    try {
      const { url, state } = await findLogin(provider.id);
      noteRedirect(tabStorage, { state, target });
      window.location.assign(url);
    } catch (error) {
      fail(textOf(error));
    }
  }

  async function goOnIn(popup: Window, id: string): Promise<void> {
    dispatch({ type: "start", busy: "provider" });
    browserStorage.removeItem(RESULT_KEY);
    try {
      const { url, state } = await findLogin(id);
      stopWatching.current = watchPopup({
        window,
        storage: browserStorage,
        popup,
        state,
        onResult: (result) => void finish(result),
        onClosed: () => fail(signInMessages.loginCancelled),
      });
      popup.location.replace(url);
    } catch (error) {
      popup.close();
      fail(textOf(error));
    }
  }

  /** To be called in the click itself: a popup that opens later is blocked. */
  function continueWithProvider(): void {
    if (!provider) return;
    stopWatching.current();
    if (isThisInstalled()) return void goOnHere();
    const popup = openPopup(window);
    if (popup) void goOnIn(popup, provider.id);
    else fail(signInMessages.loginPopupFailed, { canContinueHere: true });
  }

  const finishOpenAttempt = useEffectEvent(() => {
    const here = takeResult(tabStorage);
    if (here) return void finish(here);
    // Phones drop pages in the background: this one may have been loaded anew under its popup.
    const left = takeUnclaimed(browserStorage);
    if (left && "code" in left) void finish(left);
  });
  const wakeUp = useEffectEvent((event: PageTransitionEvent) => {
    // Back from the provider: the page is as it was left, but nothing is on its way any more.
    if (event.persisted) dispatch({ type: "stop" });
  });
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => wakeUp(event);
    finishOpenAttempt();
    window.addEventListener("pageshow", onPageShow);
    return () => {
      window.removeEventListener("pageshow", onPageShow);
      stopWatching.current();
    };
  }, []);

  return { continueWithProvider, continueHere: () => void goOnHere() };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : messages.unexpected;
}
