/**
 * Messages between tabs of this browser. "refused": the server denied access to the admin, or its
 * session ended.
 */
type SessionNews = "signed-in" | "signed-out" | "refused";

const CHANNEL = "session";

type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

const SILENT_CHANNEL: TabChannel = { postMessage() {}, addEventListener() {}, close() {} };

/** Opens a channel to the other tabs; a no-op channel in browsers without BroadcastChannel. */
export function openChannel(name: string): TabChannel {
  return "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : SILENT_CHANNEL;
}

/**
 * Notifies the other tabs. Browsers without channels check the session when a tab becomes visible.
 */
export function tellTabs(news: SessionNews): void {
  const channel = openChannel(CHANNEL);
  // A channel stays within this site: it has no other window to aim at.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(news);
  channel.close();
}

/** Hears what other tabs tell. Returns the call that stops it. */
export function onTabNews(hear: (news: SessionNews) => void): () => void {
  const channel = openChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => {
    if (data === "signed-in" || data === "signed-out" || data === "refused") hear(data);
  });
  return () => channel.close();
}
