import { useEffect, useEffectEvent, useState } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { loginPathTo } from "../../../server/contract/return-path.ts";
import {
  hasSignedOut,
  noteSignOut,
  onSignOutNoted,
  SIGNED_OUT_PATH,
} from "../../lib/pending-sign-out.ts";
import { onTabNews, tellTabs } from "../../lib/session-news.ts";
import type { PageSource } from "../../../server/contract/pages.ts";
import { usePage } from "../../lib/page-context.ts";
import { browserStorage } from "../../lib/storage.ts";
import { emptyThisDevice } from "./offline/device.ts";

const LOGIN = loginPathTo("/account");

type AccountSession = {
  user: CurrentUser;
  /** The number of this browser's session, where it is known. */
  session: number | undefined;
  source: Pick<PageSource, "findUser">;
};

/**
 * Keeps the account on the screen for as long as its owner is signed in: it leaves when this browser has
 * signed out, and looks again whenever the page is shown after it was hidden.
 */
export function useAccountSession({ user, session, source }: AccountSession) {
  const clear = useCleared();
  const look = useEffectEvent(async () => {
    if (hasSignedOut(browserStorage, session)) {
      void emptyThisDevice();
      return clear();
    }
    if (document.visibilityState === "hidden") return;
    // Offline says nothing about who is signed in.
    const now = await source.findUser().catch(() => user);
    if (!now) {
      await emptyThisDevice();
      leave();
    } else if (now.id !== user.id) window.location.reload();
  });

  useEffect(() => {
    // Another tab may have signed out before this page could hear of it.
    void look();
    const onShow = (event: Event) => {
      if (!(event instanceof PageTransitionEvent) || event.persisted) void look();
    };
    const stops = [onTabNews(() => void look()), onSignOutNoted(window, () => void look())];
    document.addEventListener("visibilitychange", onShow);
    window.addEventListener("pageshow", onShow);
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener("visibilitychange", onShow);
      window.removeEventListener("pageshow", onShow);
    };
  }, []);
}

/** Leaves for the sign-in page, without a way back to what was on the screen. */
function leave(): void {
  window.location.replace(LOGIN);
}

/**
 * Takes the account off the screen and out of this page's memory, and shows the sign-in page in its
 * place; this works offline.
 */
function useCleared(): () => Promise<void> {
  const { go } = usePage();
  return () => go(SIGNED_OUT_PATH, { replace: true });
}

/** Signs this browser out by itself, in every tab. The sign-in page tells the shop. */
export function useLogout(session: number | undefined): () => void {
  const clear = useCleared();
  return () => {
    noteSignOut(browserStorage, session);
    tellTabs("signed-out");
    void emptyThisDevice();
    void clear();
  };
}

type Ending = "idle" | "busy" | "failed";

/** Runs a call after which this browser is signed out, tells the other tabs, and leaves. */
export function useSignOut(signOut: () => Promise<unknown>) {
  const [ending, setEnding] = useState<Ending>("idle");

  async function run(): Promise<void> {
    if (ending === "busy") return;
    setEnding("busy");
    try {
      await signOut();
    } catch {
      return setEnding("failed");
    }
    tellTabs("signed-out");
    await emptyThisDevice();
    leave();
  }

  return { ending, run: () => void run() };
}
