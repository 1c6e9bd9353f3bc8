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
 * Returns the query cache, which refetches visible data after remote changes and own writes.
 * Undefined until the live feed's starting sequence is requested, so that screens do not miss
 * changes made while they load.
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
      // Effects on other tables arrive through the live feed.
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
  /** Called when the server denies access. */
  onRefused: (error: unknown) => void;
  onAnswer: () => void;
};

/** Opens the live feed, shared by all tabs of this user. */
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
    // Not an API error, so a bug: report it, then reconnect as after a lost connection.
    reportError(error);
    return { afterMs: 0 };
  }
  const { status, code, retryAfterSeconds = 0 } = error;
  if (code !== undefined && REFUSED.includes(status)) return "over";
  return { afterMs: retryAfterSeconds * 1000 };
}
