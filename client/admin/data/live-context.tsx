import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { LiveNews } from "../offline/live.ts";
import { useOnRefused } from "../app/access-gate.tsx";
import { ownWrites } from "../offline/own-writes.ts";
import { batch } from "../offline/batch.ts";
import { useDevice } from "../pending/outbox-context.tsx";
import { useOfflineCopy } from "./offline-context.tsx";
import { OFFLINE_COPY_KEY } from "./offline-query.ts";
import { openLive } from "./open-live.ts";
import { type Changed, changedIn, showsChange } from "./shows-change.ts";

/** The answer to a write of this browser comes about when the news of it does. */
const SHOW_PACE = { soonMs: 250, gapMs: 1000 };
/** What is kept for later may be a little behind. */
const KEEP_PACE = { soonMs: 1000, gapMs: 5000 };

/**
 * Reads again what is shown and was changed elsewhere: in another browser, by a buyer, by the store. The
 * screens come after the first word of the store, so that nothing between two reads is missed.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { storage, outbox } = useDevice();
  const kept = useOfflineCopy();
  const refused = useEffectEvent(useOnRefused());
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const keeping = batch<LiveNews>(async (news) => {
      const changed = changedIn(news);
      await kept.refresh(changed === "all" ? undefined : new Set(changed.keys()));
      await client.invalidateQueries({ queryKey: OFFLINE_COPY_KEY });
    }, KEEP_PACE);
    let isLeading = false;
    const live = openLive(storage, {
      onRefused: refused,
      onHeard: kept.reads.heard,
      onLead() {
        isLeading = true;
        keeping.add("all");
      },
    });
    const own = ownWrites();
    const endNotes = outbox.onSettled(own.note);
    const shown = batch<LiveNews>(async (news) => {
      const others = news.map((piece) =>
        piece === "all" ? piece : piece.filter((change) => !own.isOwn(change)),
      );
      await readAgain(client, changedIn(others));
    }, SHOW_PACE);
    live.onNews((news) => {
      shown.add(news);
      if (isLeading) keeping.add(news);
    });
    const endBack = kept.reads.onBack(() => {
      live.again();
      if (isLeading) keeping.add("all");
    });
    void live.begin();
    live.start();
    setOpen(true);
    return () => {
      live.close();
      shown.stop();
      keeping.stop();
      endNotes();
      endBack();
    };
  }, [client, storage, outbox, kept]);
  return isOpen && children;
}

/** A hidden tab reads when it is looked at again. */
function readAgain(client: QueryClient, changed: Changed): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => showsChange(queryKey, changed),
    refetchType: document.visibilityState === "visible" ? "active" : "none",
  });
}
