import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../lib/answer.ts";
import { onEvents } from "../../lib/events.ts";
import { onSessionMessage } from "../../lib/session.ts";
import { openTabChannel, withLock } from "../../lib/tabs.ts";
import { useAdmin } from "../app/admin-context.ts";
import type { AdminStorage } from "../offline/database.ts";
import type { Entry, Outcome } from "../offline/entry.ts";
import { createLive, type Live, type LiveFailure } from "../offline/live.ts";
import { adminCalls } from "./api.ts";
import { putInCache } from "./queries.ts";
import { createAdminClient } from "./query-client.ts";

const REFUSED: readonly unknown[] = [401, 403];

/**
 * The cache of the screens. Refetches what is shown when it changes elsewhere, and after own writes.
 * Undefined until the starting sequence is requested: screens read after that, so that they miss no
 * change.
 */
export function useLiveClient(onRefused: (error: unknown) => void): QueryClient | undefined {
  const { storage, outbox, disk } = useAdmin();
  const onError = useEffectEvent(onRefused);
  const [client, setClient] = useState<QueryClient>();
  useEffect(() => {
    const onBack = () => {
      outbox.wake();
      live.again();
    };
    const cache = createAdminClient({ disk, onError, onBack });
    const live = openLive(storage, { onRefused: onError, onAnswer: cache.noteAnswer });
    const onSettled = (entry: Entry, outcome: Outcome) => {
      if (outcome.kind !== "done" || entry.kind === "upload") return;
      const row = entry.kind === "delete" ? undefined : outcome.row;
      putInCache(cache.client, entry.table, { id: row?.id ?? entry.row, row });
      // The feed has its effects on other tables.
      cache.addChanges([entry]);
    };
    const ends = [cache.open(), live.onNews(cache.addChanges), outbox.onSettled(onSettled)];
    void live.begin();
    live.start();
    setClient(cache.client);
    return () => {
      live.close();
      for (const end of ends) end();
    };
  }, [storage, outbox, disk]);
  return client;
}

type LiveEvents = {
  /** The server has denied access. */
  onRefused: (error: unknown) => void;
  onAnswer: () => void;
};

/** Opens the live feed, once for all tabs of this user. */
function openLive(storage: AdminStorage, { onRefused, onAnswer }: LiveEvents): Live {
  const lock = `${storage.name}-live`;
  const live = createLive({
    openStream: adminCalls.openChanges,
    listChanges: adminCalls.listChanges,
    failureOf(error) {
      const failure = failureOf(error);
      if (failure === "over") onRefused(error);
      return failure;
    },
    withLock: (run, signal) => withLock(lock, run, signal),
    channel: openTabChannel(lock),
    onAnswer,
    isShown: () => document.visibilityState === "visible",
  });
  const endNews = onSessionMessage((news) => news === "signed-in" && live.again());
  const endLook = onEvents(live.look, [window, "focus"], [document, "visibilitychange"]);
  const endOnline = onEvents(live.again, [window, "online"]);
  return {
    ...live,
    close() {
      endNews();
      endLook();
      endOnline();
      live.close();
    },
  };
}

function failureOf(error: unknown): LiveFailure {
  if (!(error instanceof ApiError)) {
    // Report our own errors, and treat them like a lost connection.
    reportError(error);
    return { afterMs: 0 };
  }
  const { status, code, retryAfterSeconds = 0 } = error;
  if (code !== undefined && REFUSED.includes(status)) return "over";
  return { afterMs: retryAfterSeconds * 1000 };
}
