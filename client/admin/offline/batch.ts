type BatchPace = {
  /** How long others are waited for. */
  soonMs: number;
  /** The least time between the end of a run and the next. */
  gapMs: number;
};

/**
 * Collects what comes in, and runs with all of it together: soon, but one run at a time, and with a
 * pause after each. However much comes, it costs a few runs.
 */
export function batch<Item>(run: (items: Item[]) => Promise<void>, { soonMs, gapMs }: BatchPace) {
  const items: Item[] = [];
  /** Set from the first item on, until a pause ends with none. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function start(): Promise<void> {
    await run(items.splice(0)).catch(reportError);
    if (!isStopped) timer = setTimeout(rested, gapMs);
  }

  function rested(): void {
    if (items.length > 0) void start();
    else timer = undefined;
  }

  return {
    add(item: Item): void {
      items.push(item);
      timer ??= setTimeout(() => void start(), soonMs);
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
