import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { api } from "../../lib/api.ts";
import { rememberAdmin } from "../../lib/remembered-admin.ts";
import { onTabNews, tellTabs } from "../../lib/session-news.ts";
import { type AccessEnd, accessEndIn, accessEndOf, dropAccess } from "./access-end.ts";
import { useAdmin } from "./admin-context.ts";
import { EndedScreen } from "./ended-screen.tsx";
import { useDevice, usePhase } from "./outbox/outbox-context.tsx";

const Context = createContext<(error: unknown) => void>(() => {});

/** Takes the failure of any call: a refusal of the user ends what this tab shows. */
export function useOnRefused(): (error: unknown) => void {
  return use(Context);
}

/**
 * Shows the admin for as long as its user may read it. Then all that was read leaves the screen, the
 * memory of every tab, and the device; unsent edits and forms wait for the same user (decision:
 * ended-access). It opens again by itself when that user signs in.
 */
export function AccessGate({ children }: { children: ReactNode }) {
  const { user, lastSearch } = useAdmin();
  const { outbox } = useDevice();
  const [refused, setRefused] = useState<AccessEnd>();
  const phase = usePhase();
  const end = refused ?? accessEndIn(phase);

  const open = () => {
    if (!end) return;
    setRefused(undefined);
    outbox.poke();
  };
  useSameUser(user, { onAdmin: open, onEnd: (found) => end ?? setRefused(found) });
  // After the screens have gone: what they were still reading is not kept.
  useEffect(() => {
    if (!end) return;
    lastSearch.clear();
    // Filters hold personal details, too.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    tellTabs("refused");
    void dropAllRead();
  }, [end, lastSearch]);

  if (end) return <EndedScreen end={end} />;
  const onRefused = (error: unknown) => {
    const found = accessEndOf(error);
    if (found) setRefused(found);
  };
  return <Context value={onRefused}>{children}</Context>;
}

/** A refusal may also mean that another user is signed in here by now, whose files stay. */
async function dropAllRead(): Promise<void> {
  await dropAccess({ isSignedIn: true });
  const user = await api.findUser().catch(() => undefined);
  if (user === null) await dropAccess({ isSignedIn: false });
}

type SameUserEvents = { onAdmin: () => void; onEnd: (end: AccessEnd) => void };

/**
 * Looks who is signed in when this tab is shown again, and when another one tells of a change. For another
 * user the page loads again: what is kept here belongs to this one, whom every sign-in makes the browser
 * forget.
 */
function useSameUser({ id }: CurrentUser, { onAdmin, onEnd }: SameUserEvents): void {
  const look = useEffectEvent(async () => {
    // Without an answer nothing is known of who is signed in.
    const now = await api.findUser().catch(() => undefined);
    if (now === undefined) return;
    if (now === null) return onEnd("signed-out");
    if (now.id !== id) return window.location.reload();
    if (!now.isAdmin) return onEnd("not-admin");
    rememberAdmin(now);
    onAdmin();
  });
  useEffect(() => {
    const onShow = () => document.visibilityState === "visible" && void look();
    const end = onTabNews((news) => news !== "signed-out" && void look());
    document.addEventListener("visibilitychange", onShow);
    window.addEventListener("online", onShow);
    return () => {
      end();
      window.removeEventListener("online", onShow);
      document.removeEventListener("visibilitychange", onShow);
    };
  }, []);
}
