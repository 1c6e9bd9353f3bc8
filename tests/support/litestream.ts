import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./store-process.ts";
import { until } from "./until.ts";

const START_LIMIT_MS = 10_000;

/** The real program, where there is one for this machine: its package holds that of Linux on x64 alone. */
export const LITESTREAM =
  process.platform === "linux" && process.arch === "x64"
    ? join(import.meta.dirname, "../../node_modules/@flydotio/litestream-linux-x64/litestream")
    : undefined;

export type Litestream = Awaited<ReturnType<typeof startLitestream>>;

/** Litestream at work on a database, with a replica in a folder of its own. */
export async function startLitestream(program: string, databasePath: string) {
  const folder = mkdtempSync(join(tmpdir(), "papercub-replica-"));
  const config = join(folder, "litestream.yml");
  const replica = join(folder, "replica");
  const address = `127.0.0.1:${await freePort()}`;
  writeFileSync(
    config,
    `addr: "${address}"
dbs:
  - path: ${databasePath}
    monitor-interval: 100ms
    replicas:
      - type: file
        path: ${replica}
        sync-interval: 100ms
`,
  );
  const run = (...words: string[]) =>
    Bun.spawn([program, ...words], { stdio: ["ignore", "ignore", "ignore"] });
  const url = `http://${address}/metrics`;
  let child = run("replicate", "-config", config);
  const started = async () => {
    let isOpen = false;
    const ask = () =>
      void fetch(url).then(
        () => (isOpen = true),
        () => {},
      );
    ask();
    await until(() => isOpen || (ask(), false), {
      what: "Litestream starts",
      limitMs: START_LIMIT_MS,
    });
  };
  await started();
  return {
    /** Where it tells how far it has come. */
    url,
    /** Where what it copies arrives. */
    replica,
    signal: (name: "SIGSTOP" | "SIGCONT") => child.kill(name),
    /** Ends it at once, as a crash does. */
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
    async start() {
      child = run("replicate", "-config", config);
      await started();
    },
    /** Makes a database of what has arrived; false when there is nothing yet. */
    restore: async (to: string) =>
      (await run("restore", "-config", config, "-o", to, databasePath).exited) === 0,
    async close() {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
