import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { signInApi } from "../../lib/sign-in-api.ts";
import { onReconnect } from "../../lib/events.ts";
import { notifyTabs, onSessionMessage, rememberAdmin } from "../../lib/session.ts";
import { type AccessEnd, accessEndIn, accessEndOf, dropAccess } from "./access-end.ts";
import { useAdmin, usePhase } from "../data/admin-context.ts";
import { EndedScreen } from "./ended-screen.tsx";

type AccessGateProps = {
  /** Renders the admin; `onRefused` handles failed calls and closes the admin on denied access. */
  children: (onRefused: (error: unknown) => void) => ReactNode;
};

/**
 * Shows the admin while its user has access. When access ends, removes fetched data from the
 * screen, from every tab's memory and from the device. Unsent edits and drafts remain until the
 * same user signs in again.
 */
export function AccessGate({ children }: AccessGateProps) {
  const { user, lastSearch, outbox } = useAdmin();
  const [refused, setRefused] = useState<AccessEnd>();
  const phase = usePhase();
  const end = refused ?? accessEndIn(phase);

  const open = () => {
    if (!end) return;
    setRefused(undefined);
    outbox.wake();
  };
  useSessionCheck(user, { onAdmin: open, onEnd: (found) => end ?? setRefused(found) });
  // Wait until the screens have unmounted, so that their pending reads are not cached.
  useEffect(() => {
    if (!end) return;
    lastSearch.clear();
    // Drop the query string: its filters can contain personal details.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    notifyTabs("refused");
    void removeFetchedData();
  }, [end, lastSearch]);

  if (end) return <EndedScreen end={end} />;
  return children((error) => {
    const found = accessEndOf(error);
    if (found) setRefused(found);
  });
}

/**
 * Removes fetched data. Keeps offline copies of files while any user is signed in, because they may
 * belong to that user.
 */
async function removeFetchedData(): Promise<void> {
  await dropAccess({ isSignedIn: true });
  const user = await signInApi.findUser().catch(() => undefined);
  if (user === null) await dropAccess({ isSignedIn: false });
}

type SessionCheckEvents = { onAdmin: () => void; onEnd: (end: AccessEnd) => void };

/**
 * Checks the session when this tab becomes visible and when another tab reports a change. Reloads
 * the page if the user changed, because each sign-in clears the previous user's cached data.
 */
function useSessionCheck({ id }: CurrentUser, { onAdmin, onEnd }: SessionCheckEvents): void {
  const check = useEffectEvent(async () => {
    // If the request fails, the session state is unknown: change nothing.
    const now = await signInApi.findUser().catch(() => undefined);
    if (now === undefined) return;
    if (now === null) return onEnd("signed-out");
    if (now.id !== id) return window.location.reload();
    if (!now.isAdmin) return onEnd(now.needsPasskey ? "signed-out" : "not-admin");
    rememberAdmin(now);
    onAdmin();
  });
  useEffect(() => {
    const onShow = () => document.visibilityState === "visible" && void check();
    const end = onSessionMessage((news) => news !== "signed-out" && void check());
    const endEvents = onReconnect(onShow);
    return () => {
      end();
      endEvents();
    };
  }, []);
}
