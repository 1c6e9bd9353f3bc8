import type { Logger } from "pino";

export type Loop = {
  wake: () => void;
  idle: () => Promise<void>;
  stop: () => Promise<void>;
};

type LoopOptions = {
  name: string;
  everyMs: number;
  round: () => Promise<void>;
  log: Logger;
};

/** Runs rounds of work one after the other. A failed round is logged, and the loop continues. */
export function startLoop({ name, everyMs, round, log }: LoopOptions): Loop {
  let asked = false;
  let stopped = false;
  let running: Promise<void> | undefined;

  const run = async () => {
    while (asked && !stopped) {
      asked = false;
      await round().catch((error: unknown) => log.error({ err: error }, `${name} round failed`));
    }
    running = undefined;
  };
  const wake = () => {
    asked = true;
    if (!stopped) running ??= Promise.resolve().then(run);
  };
  const timer = setInterval(wake, everyMs);
  timer.unref();
  wake();

  return {
    wake,
    async idle() {
      while (running) await running;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

type LoopsOptions = { list: () => number[]; start: (id: number) => Loop };

/** Runs a loop for each listed id, so that no id waits for another. */
export function startLoops({ list, start }: LoopsOptions): Pick<Loop, "wake" | "stop"> {
  const loops = new Map<number, Loop>();
  const wake = () => {
    const ids = list();
    for (const [id, loop] of loops) {
      if (ids.includes(id)) continue;
      loops.delete(id);
      void loop.stop();
    }
    for (const id of ids) {
      const known = loops.get(id);
      if (known) known.wake();
      else loops.set(id, start(id));
    }
  };
  wake();
  return {
    wake,
    async stop() {
      await Promise.all(Array.from(loops.values(), (loop) => loop.stop()));
    },
  };
}
