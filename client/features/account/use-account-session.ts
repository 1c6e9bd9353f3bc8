import { useEffect, useEffectEvent, useState } from "react";
import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { loginPathTo } from "../../../server/contract/paths.ts";
import { signInApi } from "../../lib/sign-in-api.ts";
import { onEvents } from "../../lib/events.ts";
import { usePage } from "../../lib/page-context.ts";
import {
  hasSignedOut,
  notifyTabs,
  onSessionMessage,
  onSignOutStored,
  SIGNED_OUT_PATH,
  storeSignOut,
} from "../../lib/session.ts";
import { emptyThisDevice } from "./load-account.ts";

const LOGIN = loginPathTo("/account");

type AccountSession = {
  user: CurrentUser;
  /** Id of this browser's session, if known. */
  session: number | undefined;
};

/**
 * Empties this device and opens the sign-in page when the session ends. Checks on mount, on
 * messages from other tabs, and when the page becomes visible.
 */
export function useAccountSession({ user, session }: AccountSession) {
  const { go } = usePage();
  const check = useEffectEvent(async () => {
    if (hasSignedOut(session)) {
      void emptyThisDevice();
      return go(SIGNED_OUT_PATH, { replace: true });
    }
    if (document.visibilityState === "hidden") return;
    // A failed request, for example offline, does not mean that the session ended.
    const now = await signInApi.findUser().catch(() => user);
    if (!now) {
      await emptyThisDevice();
      window.location.replace(LOGIN);
    } else if (now.id !== user.id) window.location.reload();
  });

  useEffect(() => {
    const onChange = () => void check();
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onChange();
    onChange();
    window.addEventListener("pageshow", onPageShow);
    const stops = [
      onSessionMessage(onChange),
      onSignOutStored(onChange),
      onEvents(onChange, [document, "visibilitychange"]),
    ];
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener("pageshow", onPageShow);
    };
  }, []);
}

/** Signs this browser out, in every tab, without waiting. The sign-in page notifies the server. */
export function useLogout(session: number | undefined): () => void {
  const { go } = usePage();
  return () => {
    storeSignOut(session);
    notifyTabs("signed-out");
    void emptyThisDevice();
    void go(SIGNED_OUT_PATH, { replace: true });
  };
}

/** Runs a sign-out request, notifies other tabs, empties this device and opens the sign-in page. */
export function useSignOut(signOut: () => Promise<unknown>) {
  const [ending, setEnding] = useState<"idle" | "busy" | "failed">("idle");

  async function run(): Promise<void> {
    if (ending === "busy") return;
    setEnding("busy");
    try {
      await signOut();
    } catch {
      return setEnding("failed");
    }
    notifyTabs("signed-out");
    await emptyThisDevice();
    window.location.replace(LOGIN);
  }

  return { ending, run: () => void run() };
}
