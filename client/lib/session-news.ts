/** What one tab tells the others of this browser; "refused": the admin's access has ended, or its session. */
type SessionNews = "signed-in" | "signed-out" | "refused";

const CHANNEL = "session";

/** Tells the other tabs; they look for themselves when they are shown again where this is missing. */
export function tellTabs(news: SessionNews): void {
  if (!("BroadcastChannel" in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  // A channel stays within this site: it has no other window to aim at.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(news);
  channel.close();
}

/** Hears what other tabs tell. Returns the call that stops it. */
export function onTabNews(hear: (news: SessionNews) => void): () => void {
  if (!("BroadcastChannel" in globalThis)) return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => {
    if (data === "signed-in" || data === "signed-out" || data === "refused") hear(data);
  });
  return () => channel.close();
}
