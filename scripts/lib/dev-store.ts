import { setTimeout as sleep } from "node:timers/promises";

/** Debounce: editors save several files at once, or one file in several steps. */
const DEBOUNCE_MS = 50;

export type DevStore = {
  /**
   * Resolves when no restart is pending: true when the store is open, false when it failed to
   * start.
   */
  opened: () => Promise<boolean>;
  /**
   * Restarts the store. Calls during the debounce share one restart. Resolves when the store is
   * open or has failed.
   */
  restart: () => Promise<boolean>;
  stop: () => Promise<void>;
};

/** Starts the store of `bun dev` as a child process that exits with this one. */
export function startDevStore(env: Record<string, string>): DevStore {
  let child = spawn(env);
  let opened = child.opened;
  let isScheduled = false;
  const reopen = async (previous: Promise<boolean>) => {
    await sleep(DEBOUNCE_MS);
    isScheduled = false;
    await previous;
    await child.stop();
    child = spawn(env);
    return child.opened;
  };
  process.on("exit", () => child.kill());
  return {
    opened: () => opened,
    restart() {
      if (!isScheduled) {
        isScheduled = true;
        opened = reopen(opened);
      }
      return opened;
    },
    stop: () => child.stop(),
  };
}

function spawn(env: Record<string, string>) {
  const opened = Promise.withResolvers<boolean>();
  const child = Bun.spawn([process.execPath, "scripts/dev-server.ts"], {
    env: { DEMO: "1", ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit"],
    // The store sends one message when it is open, and exits when this channel closes.
    ipc: () => opened.resolve(true),
  });
  void child.exited.then(() => opened.resolve(false));
  return {
    opened: opened.promise,
    kill: () => child.kill(),
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
