import type { Change } from "./live.ts";

/** The server's heartbeat comes every 8 seconds: two of them may be lost. */
export const SILENT_MS = 20_000;

type StreamParts = {
  /** Opens the event stream after a sequence; yields its text in pieces. */
  openStream: (since: number, signal: AbortSignal) => Promise<AsyncIterable<string>>;
  onChanges: (since: number, changes: Change[]) => void;
};

/**
 * Reads the event stream until it ends or the signal is aborted. Rejects when it fails, or is silent
 * for `SILENT_MS`.
 */
export async function followStream(
  from: number,
  signal: AbortSignal,
  { openStream, onChanges }: StreamParts,
): Promise<void> {
  const silent = new AbortController();
  const startTimer = () => setTimeout(() => silent.abort(), SILENT_MS);
  let since = from;
  let timer = startTimer();
  try {
    const readEvents = eventReader();
    const pieces = await openStream(since, AbortSignal.any([signal, silent.signal]));
    for await (const piece of pieces) {
      if (signal.aborted) return;
      clearTimeout(timer);
      timer = startTimer();
      const changes = readEvents(piece).map((data) => JSON.parse(data) as Change);
      onChanges(since, changes);
      since = changes.at(-1)?.sequence ?? since;
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Parses an event stream (`text/event-stream`) piece by piece; returns the data of the events that
 * each piece completes. Heartbeats are comments.
 */
export function eventReader(): (piece: string) => string[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.map(dataOf).filter((data) => data !== "");
  };
}

function dataOf(block: string): string {
  return block
    .split("\n")
    .map((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? "")
    .join("");
}
