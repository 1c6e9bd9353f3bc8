import type { Logger } from "pino";

type Loop = {
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
