import { useEffect, useRef, useState } from "react";
import { SIGNED_OUT_PARAM } from "../../../server/contract/login.ts";
import { Alert } from "../../components/notice.tsx";
import { Button } from "../../components/button.tsx";
import { loginWords } from "../../content/login.ts";
import { api } from "../../lib/api.ts";
import {
  isSignOutPending,
  notifyTabs,
  sendPendingSignOut,
  type SignOutStatus,
} from "../../lib/session.ts";
import { browserStorage } from "../../lib/storage.ts";

const words = loginWords.signedOut;

/** Tells the visitor when the server does not know yet that they signed out, and retries. */
export function SignOutNotice({ signingIn }: { signingIn: boolean }) {
  const { status, retry } = usePendingSignOut(signingIn);
  const trying = status === "retrying";
  if (status === "pending") return null;
  return (
    <>
      {status !== "done" && (
        <Alert as="div" tone="note" role="alert" className="mb-6 px-4 pt-3 pb-1 text-base">
          <p className="font-semibold">{words.heading}</p>
          <p className="mt-0.5 text-sm text-ink-2">{words.pending}</p>
          <Button
            look="plain"
            className="-mx-3"
            aria-disabled={trying || undefined}
            onClick={retry}
          >
            {trying ? words.retrying : words.retry}
          </Button>
        </Alert>
      )}
      <div role="status">
        {status === "done" && (
          <Alert tone="note" className="mb-6 px-4 py-3 text-base">
            {words.done}
          </Alert>
        )}
      </div>
    </>
  );
}

/**
 * Ends the pending session at the server, but not during a sign-in here: a code is bound to this
 * browser's id, which a sign-out replaces. A success is reported only after a failure.
 */
function usePendingSignOut(signingIn: boolean): { status: SignOutStatus; retry: () => void } {
  const [status, setStatus] = useState<SignOutStatus>("pending");
  const sender = useRef<ReturnType<typeof sendPendingSignOut>>(undefined);
  useEffect(() => {
    if (signingIn) return;
    if (!isSignOutPending(browserStorage)) dropMark();
    sender.current = sendPendingSignOut({
      storage: browserStorage,
      signOut: api.logout,
      onChange: (next) => {
        if (next === "done") {
          notifyTabs("signed-out");
          dropMark();
        }
        setStatus((before) => (next === "done" && before === "pending" ? before : next));
      },
      window,
    });
    return sender.current.stop;
  }, [signingIn]);
  return { status, retry: () => sender.current?.retry() };
}

/** Removes the URL parameter that prevents a redirect to the account while the session exists. */
function dropMark(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(SIGNED_OUT_PARAM)) return;
  url.searchParams.delete(SIGNED_OUT_PARAM);
  window.history.replaceState(window.history.state, "", url);
}
