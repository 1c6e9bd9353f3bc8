import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import type { LoginStart } from "../../../server/contract/login.ts";
import { loginWords } from "../../content/login.ts";
import { forgetResults } from "../../lib/login/hand-over.ts";
import { onTabNews, tellTabs } from "../../lib/login/session-news.ts";
import { browserStorage, tabStorage } from "../../lib/tracking/page-stores.ts";
import { nextLogin, startLogin } from "./login-state.ts";

/** Spec section 9: how long the good news stand before the page leads on. */
export const REDIRECT_DELAY_MS = 1000;

/** The state of a sign-in page, and its end: in every tab it leads on once somebody has signed in. */
export function useLogin(start: LoginStart, target: string) {
  const [state, dispatch] = useReducer(nextLogin, start, startLogin);
  const leaving = useRef(false);

  function leave(): void {
    // A new document: the server renders the target for whoever is signed in now.
    window.location.replace(target);
  }

  function onSignedIn(): void {
    if (leaving.current) return;
    leaving.current = true;
    dispatch({ type: "done", success: loginWords.success });
    forgetResults({ tab: tabStorage, browser: browserStorage });
    tellTabs("signed-in");
    setTimeout(leave, REDIRECT_DELAY_MS);
  }

  const followTab = useEffectEvent(() => {
    if (leaving.current) return;
    leaving.current = true;
    leave();
  });
  useEffect(() => onTabNews((news) => news === "signed-in" && followTab()), []);

  return { state, dispatch, onSignedIn };
}
