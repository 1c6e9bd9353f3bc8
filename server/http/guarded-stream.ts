/**
 * Yields the chunks of an answer to an administrator and checks the rights before each. Throws like
 * `requireRights` once they are gone.
 */
export async function* whileAllowed<Chunk>(
  chunks: AsyncIterable<Chunk>,
  requireRights: () => void,
): AsyncGenerator<Chunk, undefined> {
  for await (const chunk of chunks) {
    requireRights();
    yield chunk;
  }
  return undefined;
}

type StreamOptions = {
  /** Milliseconds after which a stalled reader's stream fails. */
  stalledMs: number;
  onEnd?: () => void;
};

/** Converts chunks to a stream; fails when its reader stalls. Calls `onEnd` once. */
export async function streamOf(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>,
  { stalledMs, onEnd = () => {} }: StreamOptions,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const end = async () => {
    clearTimeout(timer);
    if (ended) return;
    ended = true;
    // Nobody waits for a stalled reader's stream, and an unhandled rejection ends the store: an
    // iterator of a ZIP throws the reason of its end, even if that is undefined.
    await chunks
      .return(undefined)
      .catch(() => {})
      .finally(onEnd);
  };
  let next = await chunks.next().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const wait = (controller: ReadableStreamDefaultController) => {
    timer = setTimeout(() => {
      controller.error(new Error("The reader of the stream has stalled."));
      void end();
    }, stalledMs);
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      // Starts the timeout now, because a disconnected client neither pulls nor cancels.
      start: wait,
      async pull(controller) {
        clearTimeout(timer);
        try {
          if (next.done) {
            await end();
            controller.close();
            return;
          }
          controller.enqueue(next.value);
          wait(controller);
          next = await chunks.next();
        } catch (error) {
          controller.error(error);
          await end();
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
