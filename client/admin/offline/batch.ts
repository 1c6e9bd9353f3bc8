type BatchPace = {
  /** Delay before a run, to collect items. */
  soonMs: number;
  /** Minimum pause between two runs. */
  gapMs: number;
};

/** Collects items and runs with all of them: one run at a time, with a pause after each. */
export function batch<Item>(run: (items: Item[]) => Promise<void>, { soonMs, gapMs }: BatchPace) {
  const items: Item[] = [];
  /** Set while a run is scheduled or running, and during the pause after it. */
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
