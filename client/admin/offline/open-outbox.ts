import { randomKey } from "../../lib/random-key.ts";
import { onSessionMessage } from "../../lib/session-messages.ts";
import { openTabChannel } from "../../lib/tab-channel.ts";
import { withLock } from "../../lib/tab-locks.ts";
import type { AdminStorage } from "./database.ts";
import { createOutbox, type Outbox, type Send } from "./outbox.ts";
import { memoryOutboxStore } from "./memory-store.ts";
import { deviceOutboxStore } from "./outbox-store.ts";

/** A tab that dies takes its timer with it: the others look now and then. */
const LOOK_AGAIN_MS = 30_000;

/**
 * The outbox of a user of this browser, which is sent whenever that may work: at the start, with the
 * connection, when the tab is looked at again, and after signing in. Without storage it lasts as long as
 * its page, and is that page's alone.
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
  window.addEventListener("online", again);
  document.addEventListener("visibilitychange", again);
  return {
    ...outbox,
    close() {
      clearInterval(timer);
      endNews();
      window.removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
      outbox.close();
    },
  };
}
