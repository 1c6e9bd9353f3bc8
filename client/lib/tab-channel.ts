/** Messages between the tabs of this browser. A tab does not receive its own messages. */
export type TabChannel<Message> = {
  post: (message: Message) => void;
  onMessage: (listener: (message: Message) => void) => void;
  close: () => void;
};

/**
 * Opens a channel to the other tabs; without BroadcastChannel (Safari before 15.4) it does nothing.
 * A tab with another build may send a message of another type.
 */
export function openTabChannel<Message>(name: string): TabChannel<Message> {
  if (!("BroadcastChannel" in globalThis)) return { post() {}, onMessage() {}, close() {} };
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listener) =>
      channel.addEventListener("message", ({ data }: MessageEvent<Message>) => listener(data)),
    close: () => channel.close(),
  };
}

/** Sends one message on a channel that this tab does not listen to. */
export function postToTabs<Message>(name: string, message: Message): void {
  const channel = openTabChannel<Message>(name);
  channel.post(message);
  channel.close();
}
