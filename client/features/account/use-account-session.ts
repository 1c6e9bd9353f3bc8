import { useEffect, useEffectEvent, useState } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { loginPathTo } from "../../../server/contract/return-path.ts";
import { onTabNews, tellTabs } from "../../lib/login/session-news.ts";
import type { PageSource } from "../../lib/page-source.ts";

const LOGIN = loginPathTo("/account");

/**
 * Keeps the account on the screen for as long as its owner is signed in: it leaves when another tab
 * signs out, and looks again whenever the page is shown after it was hidden.
 */
export function useAccountSession(user: CurrentUser, source: Pick<PageSource, "findUser">) {
  const look = useEffectEvent(async () => {
    if (document.visibilityState === "hidden") return;
    // Offline says nothing about who is signed in.
    const now = await source.findUser().catch(() => user);
    if (!now) leave();
    else if (now.id !== user.id) window.location.reload();
  });

  useEffect(() => {
    // Another tab may have signed out before this page could hear of it.
    void look();
    const onShow = (event: Event) => {
      if (!(event instanceof PageTransitionEvent) || event.persisted) void look();
    };
    const stop = onTabNews((news) => (news === "signed-out" ? leave() : void look()));
    document.addEventListener("visibilitychange", onShow);
    window.addEventListener("pageshow", onShow);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", onShow);
      window.removeEventListener("pageshow", onShow);
    };
  }, []);
}

/** Leaves for the sign-in page, without a way back to what was on the screen. */
export function leave(): void {
  window.location.replace(LOGIN);
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
    leave();
  }

  return { ending, run: () => void run() };
}
