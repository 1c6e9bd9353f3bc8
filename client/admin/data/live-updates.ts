import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../lib/answer.ts";
import { onEvents } from "../../lib/events.ts";
import { onSessionMessage } from "../../lib/session.ts";
import { openTabChannel, withLock } from "../../lib/tabs.ts";
import { useOnRefused } from "../app/access-gate.tsx";
import { batch } from "../offline/batch.ts";
import type { AdminStorage } from "../offline/database.ts";
import { createLive, type Live, type LiveFailure, type LiveNews } from "../offline/live.ts";
import { useDevice } from "../pending/outbox-context.tsx";
import { adminCalls } from "./api.ts";
import { useOfflineCopy } from "./offline-context.tsx";
import { OFFLINE_COPY_KEY } from "./offline-query.ts";
import { type Changed, changedIn, ownWrites, showsChange } from "./shows-change.ts";
import { showSent } from "./use-writes.tsx";

/** The answer to an own write arrives about when its news does. */
const SCREEN_PACE = { soonMs: 250, gapMs: 1000 };
/** Stored tables may be a little behind. */
const STORE_PACE = { soonMs: 1000, gapMs: 5000 };
const REFUSED: readonly unknown[] = [401, 403];

/**
 * Refetches what is shown when it changes elsewhere, and after own writes. False until the starting
 * sequence is requested: screens read after that, so that they miss no change.
 */
export function useLiveUpdates(): boolean {
  const client = useQueryClient();
  const { storage, outbox } = useDevice();
  const copy = useOfflineCopy();
  const onRefused = useEffectEvent(useOnRefused());
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let isLeading = false;
    const own = ownWrites();
    const storing = batch<LiveNews>(async (news) => {
      const changed = changedIn(news);
      await copy.refresh(changed === "all" ? undefined : new Set(changed.keys()));
      await client.invalidateQueries({ queryKey: OFFLINE_COPY_KEY });
    }, STORE_PACE);
    const showing = batch<LiveNews>(async (news) => {
      const others = news.map((piece) =>
        piece === "all" ? piece : piece.filter((change) => !own.isOwn(change)),
      );
      await refetch(client, changedIn(others));
    }, SCREEN_PACE);
    const live = openLive(storage, {
      onRefused,
      onHeard: copy.reads.heard,
      onLead() {
        isLeading = true;
        storing.add("all");
      },
    });
    live.onNews((news) => {
      showing.add(news);
      if (isLeading) storing.add(news);
    });
    const ends = [
      outbox.onSettled(own.note),
      showSent(outbox, client),
      copy.reads.onBack(() => {
        live.again();
        if (isLeading) storing.add("all");
      }),
    ];
    void live.begin();
    live.start();
    setOpen(true);
    return () => {
      live.close();
      showing.stop();
      storing.stop();
      for (const end of ends) end();
    };
  }, [client, storage, outbox, copy]);
  return isOpen;
}

/** A hidden tab refetches when it becomes visible. */
function refetch(client: QueryClient, changed: Changed): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => showsChange(queryKey, changed),
    refetchType: document.visibilityState === "visible" ? "active" : "none",
  });
}

type LiveEvents = {
  /** The server has denied access. */
  onRefused: (error: unknown) => void;
  /** This tab now reads the stream for all tabs. */
  onLead: () => void;
  onHeard: () => void;
};

/** Opens the live feed, once for all tabs of this user. */
function openLive({ name }: AdminStorage, { onRefused, onLead, onHeard }: LiveEvents): Live {
  const lock = `${name}-live`;
  const live = createLive({
    openStream: adminCalls.openChanges,
    listChanges: adminCalls.listChanges,
    failureOf(error) {
      const failure = failureOf(error);
      if (failure === "over") onRefused(error);
      return failure;
    },
    withLock(run, signal) {
      const lead = () => {
        onLead();
        return run();
      };
      return withLock(lock, lead, signal);
    },
    channel: openTabChannel(lock),
    onHeard,
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
    if (!(error instanceof DOMException)) reportError(error);
    return { afterMs: 0 };
  }
  const { status, code, retryAfterSeconds = 0 } = error;
  if (code !== undefined && REFUSED.includes(status)) return "over";
  return { afterMs: retryAfterSeconds * 1000 };
}
