import type { Logger } from "pino";

type Loop = {
  /** Asks for a round now, or right after the one under way. */
  wake: () => void;
  /** Resolves when no round is under way and none has been asked for. */
  idle: () => Promise<void>;
  /** Starts no further round and resolves when the current one has ended. */
  stop: () => Promise<void>;
};

type Options = {
  name: string;
  /** A round is run at least this often, even if nothing wakes the loop. */
  everyMs: number;
  /** Does all the work there is now. */
  round: () => Promise<void>;
  log: Logger;
};

/** Runs rounds of work one after the other; a round that throws is logged and the loop goes on. */
export function startLoop({ name, everyMs, round, log }: Options): Loop {
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
