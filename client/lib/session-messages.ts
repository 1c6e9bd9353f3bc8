import { openTabChannel, postToTabs } from "./tab-channel.ts";

/**
 * Messages between tabs of this browser. "refused": the server denied access to the admin, or its
 * session ended.
 */
type SessionMessage = "signed-in" | "signed-out" | "refused";

const CHANNEL = "session";

/**
 * Notifies the other tabs. Browsers without channels check the session when a tab becomes visible.
 */
export function notifyTabs(news: SessionMessage): void {
  postToTabs(CHANNEL, news);
}

/** Listens to the other tabs; returns the call that stops it. Ignores unknown messages. */
export function onSessionMessage(listener: (news: SessionMessage) => void): () => void {
  const channel = openTabChannel<unknown>(CHANNEL);
  channel.onMessage((news) => {
    if (news === "signed-in" || news === "signed-out" || news === "refused") listener(news);
  });
  return channel.close;
}
