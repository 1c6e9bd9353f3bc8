type Limits = {
  perClient: number;
  total: number;
};

/**
 * Schedules clients round-robin, one turn per event loop round; await a turn before CPU-bound work.
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
    // A map iterates in insertion order, so this moves the client to the end.
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
    /** Returns the status for rejecting another page of this client; undefined below the limits. */
    refusalOf(client: string): 429 | 503 | undefined {
      if ((underWay.get(client) ?? 0) >= perClient) return 429;
      return running >= total ? 503 : undefined;
    },

    turnOf,

    /** Runs and counts work, without enforcing the limits. */
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
