import { onReconnect } from "../../lib/events.ts";
import { randomKey } from "../../lib/retry.ts";
import { onSessionMessage } from "../../lib/session.ts";
import { openTabChannel, withLock } from "../../lib/tabs.ts";
import type { AdminStorage } from "./database.ts";
import { createOutbox, type Outbox, type Send } from "./outbox.ts";
import { memoryOutboxStore } from "./memory-store.ts";
import { deviceOutboxStore } from "./outbox-store.ts";

/** Another tab takes over the retries of a dead tab after this time. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Opens a user's outbox and sends it whenever that may work: when the connection, the tab's visibility
 * or the session changes. Without storage it exists only in this page.
 */
export function openOutbox(storage: AdminStorage | undefined, send: Send): Outbox {
  const lock = storage ? `${storage.name}-outbox` : randomKey();
  const outbox = createOutbox({
    store: storage ? deviceOutboxStore(storage) : memoryOutboxStore(),
    send,
    withLock: (run) => withLock(lock, run),
    channel: openTabChannel(lock),
  });
  const again = () => outbox.entries().length > 0 && outbox.wake();
  const timer = setInterval(again, LOOK_AGAIN_MS);
  const endNews = onSessionMessage((news) => news === "signed-in" && again());
  const endEvents = onReconnect(again);
  return {
    ...outbox,
    close() {
      clearInterval(timer);
      endNews();
      endEvents();
      outbox.close();
    },
  };
}
