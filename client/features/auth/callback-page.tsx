import { type ReactNode, useEffect, useRef, useState } from "react";
import { messages } from "../../../server/contract/messages.ts";
import { loginPathTo } from "../../../server/contract/paths.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Actions, Notice, Spinner } from "../../components/notice.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { callbackWords } from "../../content/login.ts";
import { browserStorage, tabStorage } from "../../lib/storage.ts";
import { finishHere, type LoginResult, passOn, readCallback } from "./login-result.ts";

/** Time after which a window that is still open is assumed to be unable to close itself. */
const STILL_OPEN_MS = 1500;

/** OAuth callback page: passes the result to the sign-in page and closes the popup. */
export function CallbackPage({ query }: { query: Record<string, unknown> }) {
  const [outcome] = useState(() => readOutcome(query));
  const stays = usePassOn("state" in outcome ? outcome : undefined);
  if ("failure" in outcome) {
    return (
      <Notice
        heading={callbackWords.failed}
        mark={<SheetMark kind="problem" className="mb-6 h-24 w-auto" />}
      >
        <p role="alert" className="mt-4 text-ink-2">
          {outcome.failure}
        </p>
        <SignInAgain />
      </Notice>
    );
  }
  return (
    <Notice heading={callbackWords.heading}>
      <div className="needs-script mt-5">
        {stays ? <p role="status">{callbackWords.done}</p> : <Spinner label={callbackWords.text} />}
      </div>
      <noscript>
        <p className="mt-4 text-ink-2">{callbackWords.noScript}</p>
        <SignInAgain />
      </noscript>
    </Notice>
  );
}

function SignInAgain(): ReactNode {
  return (
    <Actions>
      <ButtonLink href={loginPathTo("/account")} look="main">
        {callbackWords.again}
      </ButtonLink>
    </Actions>
  );
}

function readOutcome(query: Record<string, unknown>): LoginResult | { failure: string } {
  try {
    return readCallback(query);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : messages.unexpected };
  }
}

/** Passes the result to the sign-in page, once. Returns true if this window cannot be closed. */
function usePassOn(result: LoginResult | undefined): boolean {
  const passed = useRef(false);
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (!result || passed.current) return;
    passed.current = true;
    // Remove the authorization code from the URL and the history.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    const stores = { tab: tabStorage, browser: browserStorage };
    const passedOn = passOn(result, { window, ...stores });
    if (passedOn.to === "redirect") return window.location.replace(passedOn.path);
    window.close();
    setTimeout(() => {
      // Still in storage: the window that started the login is gone, so finish it here.
      const path = passedOn.to === "storage" && finishHere(stores);
      if (path) window.location.replace(path);
      else setStays(true);
    }, STILL_OPEN_MS);
  }, [result]);
  return stays;
}
