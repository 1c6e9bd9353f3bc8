type Limits = {
  /** How many pages of one client may be under way at once, and how many of all clients. */
  perClient: number;
  total: number;
};

/**
 * Lets pages be made beside everything else that the store does. Work asks for a turn before each
 * step that keeps the processor busy; the event loop gives one turn a round, so that other requests
 * are answered in between, and clients take turns however many pages each waits for.
 */
export function renderQueue({ perClient, total }: Limits) {
  const underWay = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  const giveTurn = () => {
    const [next] = waiting;
    if (!next) return;
    const [client, turns] = next;
    const [start, ...later] = turns;
    // Behind all others: a map keeps the order in which its keys were set.
    waiting.delete(client);
    if (later.length > 0) waiting.set(client, later);
    if (waiting.size > 0) setImmediate(giveTurn);
    start?.();
  };

  const turnOf = (client: string) =>
    new Promise<void>((start) => {
      if (waiting.size === 0) setImmediate(giveTurn);
      waiting.set(client, [...(waiting.get(client) ?? []), start]);
    });

  return {
    /** The status that refuses one more page of this client; undefined when there is room for it. */
    refusalOf(client: string): 429 | 503 | undefined {
      if ((underWay.get(client) ?? 0) >= perClient) return 429;
      return running >= total ? 503 : undefined;
    },

    /** A turn for something smaller than a page, behind what the client waits for already. */
    turnOf,

    /** Does a client's work, room or not; it awaits `turn` before each expensive step. */
    async run<Result>(
      client: string,
      work: (turn: () => Promise<void>) => Promise<Result>,
    ): Promise<Result> {
      running += 1;
      underWay.set(client, (underWay.get(client) ?? 0) + 1);
      try {
        return await work(() => turnOf(client));
      } finally {
        running -= 1;
        const left = (underWay.get(client) ?? 1) - 1;
        if (left > 0) underWay.set(client, left);
        else underWay.delete(client);
      }
    },
  };
}
