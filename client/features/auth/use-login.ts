import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import type { LoginStart } from "../../../server/contract/login.ts";
import { loginWords } from "../../content/login.ts";
import { forgetAdmin, forgetSignOut, notifyTabs, onSessionMessage } from "../../lib/session.ts";
import { browserStorage, tabStorage } from "../../lib/storage.ts";
import { forgetResults } from "./login-result.ts";
import { nextLogin, startLogin } from "./login-state.ts";

/** Time to read the success message (spec section 9). */
const REDIRECT_DELAY_MS = 1000;

/** State of a sign-in page. After a sign-in, in this or another tab, the page goes to `target`. */
export function useLogin(start: LoginStart, target: string) {
  const [state, dispatch] = useReducer(nextLogin, start, startLogin);
  const leaving = useRef(false);

  function leave(delayMs: number): void {
    leaving.current = true;
    // A full navigation: the server renders the target for the signed-in user.
    setTimeout(() => window.location.replace(target), delayMs);
  }

  function onSignedIn(): void {
    if (leaving.current) return;
    dispatch({ type: "done", success: loginWords.success });
    forgetSignOut(browserStorage);
    forgetAdmin();
    forgetResults({ tab: tabStorage, browser: browserStorage });
    notifyTabs("signed-in");
    leave(REDIRECT_DELAY_MS);
  }

  const followTab = useEffectEvent(() => leaving.current || leave(0));
  useEffect(() => onSessionMessage((news) => void (news === "signed-in" && followTab())), []);

  return { state, dispatch, onSignedIn };
}
