/** An event of a stream: its id, and its data as text. */
export type StreamEvent = { id: string; data: string };

/**
 * Reads an event stream (`text/event-stream`) by the piece, as it comes: an event that is cut in two is
 * told with its second half. Comments, by which the line is kept open, are no events.
 */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => readEvent(block) ?? []);
  };
}

function readEvent(block: string): StreamEvent | undefined {
  const event: StreamEvent = { id: "", data: "" };
  for (const line of block.split("\n")) {
    const [, name, value = ""] = /^(id|data): ?(.*)$/.exec(line) ?? [];
    if (name === "id") event.id = value;
    if (name === "data") event.data += value;
  }
  return event.data === "" ? undefined : event;
}
