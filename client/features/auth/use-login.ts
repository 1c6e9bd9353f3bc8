import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import type { LoginStart } from "../../../server/contract/login.ts";
import { loginWords } from "../../content/login.ts";
import { forgetResults } from "./login-result.ts";
import { forgetSignOut } from "../../lib/pending-sign-out.ts";
import { forgetAdmin } from "../../lib/remembered-admin.ts";
import { onTabNews, tellTabs } from "../../lib/session-news.ts";
import { browserStorage, tabStorage } from "../../lib/storage.ts";
import { nextLogin, startLogin } from "./login-state.ts";

/** Spec section 9: how long the success message stays before the redirect. */
const REDIRECT_DELAY_MS = 1000;

/** The state of a sign-in page, and its end: every tab redirects after a sign-in in one of them. */
export function useLogin(start: LoginStart, target: string) {
  const [state, dispatch] = useReducer(nextLogin, start, startLogin);
  const leaving = useRef(false);

  function leave(): void {
    // A new document: the server renders the target for the user who is signed in now.
    window.location.replace(target);
  }

  function onSignedIn(): void {
    if (leaving.current) return;
    leaving.current = true;
    dispatch({ type: "done", success: loginWords.success });
    forgetSignOut(browserStorage);
    forgetAdmin();
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
