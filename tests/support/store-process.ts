import { join } from "node:path";
import { within } from "./until.ts";

const ROOT = join(import.meta.dirname, "../../..");
const OPEN_LINE = "Papercub is open";
const START_LIMIT_MS = 30_000;
/** The store itself gives up after nine seconds. */
const STOP_LIMIT_MS = 12_000;
const KEPT_OUTPUT = 4000;

/** What the simulator and the store must both know. */
export const SECRET_KEY = "sk_test_papercub_faults";
export const WEBHOOK_SECRET = "whsec_papercub_faults";

export type StoreSettings = { dataDir: string; port: number; paymentsUrl: string; smtpUrl: string };

/** One store over all its lives. */
export type StoreProcess = {
  /** SIGKILL, and a new life at once; throws when the store had ended by itself. */
  killAndRestart: () => Promise<void>;
  /** SIGTERM; resolves when the store has ended by itself, throws when it did not end well. */
  stop: () => Promise<void>;
  /** Leaves no process behind, whatever has happened before. */
  end: () => Promise<void>;
};

type Life = Omit<StoreProcess, "killAndRestart"> & { kill: () => Promise<void> };

/** Where the store of these settings answers. */
export const storeUrl = ({ port }: Pick<StoreSettings, "port">) => `http://127.0.0.1:${port}`;

/**
 * Starts `server/main.ts serve` as its own process, with real payments and mail settings, and
 * resolves when it says that it is open.
 */
export async function startStore(settings: StoreSettings): Promise<StoreProcess> {
  let life = await startLife(settings);
  return {
    async killAndRestart() {
      await life.kill();
      life = await startLife(settings);
    },
    stop: () => life.stop(),
    end: () => life.end(),
  };
}

async function startLife(settings: StoreSettings): Promise<Life> {
  const child = Bun.spawn([process.execPath, "server/main.ts", "serve"], {
    cwd: ROOT,
    env: environmentOf(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A harness that is interrupted leaves no store behind.
  const leave = () => child.kill("SIGKILL");
  process.once("exit", leave);
  void child.exited.then(() => process.off("exit", leave));
  const said = listenTo(child.stdout);
  const complained = listenTo(child.stderr);
  const failed = child.exited.then((code) => {
    throw new Error(`The store ended with ${code}: ${complained.text()}`);
  });
  try {
    const opened = Promise.race([said.heard(OPEN_LINE), failed]);
    await within(opened, { what: "the store opens", limitMs: START_LIMIT_MS });
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
      if (child.signalCode !== "SIGKILL") {
        throw new Error(`The store ended before it was killed: ${complained.text()}`);
      }
    },
    async stop() {
      child.kill("SIGTERM");
      const what = "the store stops";
      const code = await within(child.exited, { what, limitMs: STOP_LIMIT_MS });
      if (code !== 0) throw new Error(`The store ended with ${code}: ${complained.text()}`);
    },
    async end() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** A port that is free now. The store keeps it over all restarts: webhooks know it. */
export async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  return port ?? 0;
}

/**
 * What the store of these settings is started with. Nothing of the harness's own environment: DEMO
 * or NODE_ENV would start another store.
 */
export function environmentOf(settings: StoreSettings): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    PORT: String(settings.port),
    PUBLIC_URL: storeUrl(settings),
    DATA_DIR: settings.dataDir,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: settings.paymentsUrl,
    SMTP_URL: settings.smtpUrl,
    MAIL_FROM: "Papercub <hello@papercub.example>",
    SUPPORT_EMAIL: "help@papercub.example",
    // Every buyer of a harness comes from an address of its own.
    TRUSTED_PROXY: "1",
  };
}

/** Reads a stream to its end, so that its writer never waits, and keeps the latest of it. */
function listenTo(stream: ReadableStream<Uint8Array>) {
  const waiting = new Map<string, () => void>();
  let text = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      text = (text + decoder.decode(chunk, { stream: true })).slice(-KEPT_OUTPUT);
      for (const [words, resolve] of waiting) if (text.includes(words)) resolve();
    }
  };
  void read();
  return {
    text: () => text,
    heard: (words: string) => new Promise<void>((resolve) => waiting.set(words, resolve)),
  };
}
