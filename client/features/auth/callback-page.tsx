import { useEffect, useRef, useState } from "react";
import { messages } from "../../../server/contract/messages.ts";
import { loginPathTo } from "../../../server/contract/return-path.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { callbackWords } from "../../content/login.ts";
import { browserStorage, tabStorage } from "../../lib/storage.ts";
import { finishHere, handOver, type LoginResult, readCallback } from "./login-result.ts";

/** A window that is still here after this long could not close itself. */
const STILL_HERE_MS = 1500;
const SIGN_IN = loginPathTo("/account");

/** Where the external login comes back to: passes its result on and closes. */
export function CallbackPage({ query }: { query: Record<string, unknown> }) {
  const [outcome] = useState(() => readOutcome(query));
  const result = "result" in outcome ? outcome.result : undefined;
  const stays = usePassOn(result);
  if ("failure" in outcome) return <Failure text={outcome.failure} />;
  return (
    <Notice heading={callbackWords.heading}>
      <div className="needs-script mt-5">
        {stays ? <p role="status">{callbackWords.done}</p> : <Spinner label={callbackWords.text} />}
      </div>
      <noscript>
        <p className="mt-4 text-ink-2">{callbackWords.noScript}</p>
        <Actions>
          <ButtonLink href={SIGN_IN} look="main">
            {callbackWords.again}
          </ButtonLink>
        </Actions>
      </noscript>
    </Notice>
  );
}

function Failure({ text }: { text: string }) {
  return (
    <Notice
      heading={callbackWords.failed}
      mark={<SheetMark kind="problem" className="mb-6 h-24 w-auto" />}
    >
      <p role="alert" className="mt-4 text-ink-2">
        {text}
      </p>
      <Actions>
        <ButtonLink href={SIGN_IN} look="main">
          {callbackWords.again}
        </ButtonLink>
      </Actions>
    </Notice>
  );
}

type Outcome = { result: LoginResult } | { failure: string };

/** Read once: the code leaves the address as soon as the page is live. */
function readOutcome(query: Record<string, unknown>): Outcome {
  try {
    return { result: readCallback(query) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : messages.unexpected };
  }
}

/** Passes the result on once, and says whether this window could not close itself afterwards. */
function usePassOn(result: LoginResult | undefined): boolean {
  const passed = useRef(false);
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (!result || passed.current) return;
    passed.current = true;
    hideQuery(window);
    const handed = handOver(result, { window, tab: tabStorage, browser: browserStorage });
    if (handed.to === "redirect") return window.location.replace(handed.path);
    window.close();
    setTimeout(() => {
      // No window took it: the one that waited is gone, so this one goes on in its place.
      const isLeft = handed.to === "storage";
      const path = isLeft && finishHere({ tab: tabStorage, browser: browserStorage });
      if (path) window.location.replace(path);
      else setStays(true);
    }, STILL_HERE_MS);
  }, [result]);
  return stays;
}

/** Takes the code out of the address and the history. */
function hideQuery({ history, location }: Window): void {
  history.replaceState(history.state, "", location.pathname);
}
