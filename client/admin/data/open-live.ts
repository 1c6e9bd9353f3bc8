import { ApiError } from "../../lib/answer.ts";
import { onSessionMessage } from "../../lib/session-messages.ts";
import { openTabChannel } from "../../lib/tab-channel.ts";
import { withLock } from "../../lib/tab-locks.ts";
import type { AdminStorage } from "../offline/database.ts";
import { createLive, type Live, type LiveFailure, type LiveParts } from "../offline/live.ts";
import { adminCalls } from "./api.ts";

const REFUSED: readonly unknown[] = [401, 403];

type Told = {
  /** The store does not let them hear it any more. */
  onRefused: (error: unknown) => void;
  /** From now on this tab is the one that hears for all. */
  onLead: () => void;
} & Pick<LiveParts, "onHeard">;

/** Hears what changes at the store, once for all tabs of this user in this browser. */
export function openLive({ name }: AdminStorage, { onRefused, onLead, onHeard }: Told): Live {
  const lock = `${name}-live`;
  const live = createLive({
    openStream: adminCalls.openChanges,
    listChanges: adminCalls.listChanges,
    failureOf(error) {
      const failure = failureOf(error);
      if (failure === "over") onRefused(error);
      return failure;
    },
    withLock: (run, signal) =>
      withLock(
        lock,
        () => {
          onLead();
          return run();
        },
        signal,
      ),
    channel: openTabChannel(lock),
    onHeard,
    isShown: () => document.visibilityState === "visible",
  });
  const endNews = onSessionMessage((news) => news === "signed-in" && live.again());
  const places = [
    [window, "focus", live.look],
    [document, "visibilitychange", live.look],
    [window, "online", live.again],
  ] as const;
  for (const [place, event, listener] of places) place.addEventListener(event, listener);
  return {
    ...live,
    close() {
      endNews();
      for (const [place, event, listener] of places) place.removeEventListener(event, listener);
      live.close();
    },
  };
}

function failureOf(error: unknown): LiveFailure {
  // What this page itself gets wrong must be seen, and costs no more than a cut.
  if (!(error instanceof ApiError)) {
    if (!(error instanceof DOMException)) reportError(error);
    return { afterMs: 0 };
  }
  const { status, code, retryAfterSeconds = 0 } = error;
  if (code !== undefined && REFUSED.includes(status)) return "over";
  return { afterMs: retryAfterSeconds * 1000 };
}
