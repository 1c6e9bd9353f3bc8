import { programCall } from "./program.ts";
import { within } from "./until.ts";

const OPEN_LINE = "Papercub is open";
const START_LIMIT_MS = 30_000;
/** The store itself gives up after nine seconds. */
const STOP_LIMIT_MS = 12_000;
const KEPT_OUTPUT = 4000;

/** What the payment simulator and a store beside it must both know. */
export const SECRET_KEY = "sk_test_papercub_faults";
export const WEBHOOK_SECRET = "whsec_papercub_faults";

export type StoreSettings = {
  dataDir: string;
  port: number;
  /** What else it is started with, over the rest; an empty text leaves a setting out. */
  env: Record<string, string>;
  /** What is run instead of the store's own program: a script of ours, or an executable. */
  program?: string;
  /** Where it is started. */
  cwd?: string;
};

/** One store over all its lives. */
export type StoreProcess = {
  url: string;
  /** The process of its first life. */
  pid: number;
  /** SIGKILL, and a new life at once; throws when the store had ended by itself. */
  killAndRestart: () => Promise<void>;
  /** SIGTERM; resolves when the store has ended by itself, throws when it did not end well. */
  stop: () => Promise<void>;
  /** Leaves no process behind, whatever has happened before. */
  end: () => Promise<void>;
};

/** Where the store on this port answers. */
export const storeUrl = (port: number) => `http://127.0.0.1:${port}`;

/** The settings of a shop with payments and mail, which believes who its clients say that they are. */
export const shopEnv = ({ paymentsUrl, smtpUrl }: { paymentsUrl: string; smtpUrl: string }) => ({
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_BASE: paymentsUrl,
  SMTP_URL: smtpUrl,
  MAIL_FROM: "Papercub <hello@papercub.example>",
  SUPPORT_EMAIL: "help@papercub.example",
  TRUSTED_PROXY: "1",
});

/**
 * What the store of these settings is started with. Nothing of this process's own environment: DEMO
 * or NODE_ENV would start another store.
 */
export const environmentOf = ({ dataDir, port, env }: StoreSettings) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "",
  PORT: String(port),
  PUBLIC_URL: storeUrl(port),
  DATA_DIR: dataDir,
  ...env,
});

/** A port that is free now. A store keeps it over all restarts: webhooks know it. */
export async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  return port ?? 0;
}

/** Starts a store as its own process and resolves when it says that it is open. */
export async function startStore(settings: StoreSettings): Promise<StoreProcess> {
  let life = await startLife(settings);
  return {
    url: storeUrl(settings.port),
    pid: life.child.pid,
    async killAndRestart() {
      life.child.kill("SIGKILL");
      await life.child.exited;
      if (life.child.signalCode !== "SIGKILL") {
        throw new Error(`The store ended before it was killed: ${life.complained()}`);
      }
      life = await startLife(settings);
    },
    async stop() {
      life.child.kill("SIGTERM");
      const what = "the store stops";
      const code = await within(life.child.exited, { what, limitMs: STOP_LIMIT_MS });
      if (code !== 0) throw new Error(`The store ended with ${code}: ${life.complained()}`);
    },
    async end() {
      life.child.kill("SIGKILL");
      await life.child.exited;
    },
  };
}

/** How a start ends that is to be refused; the code is null when the store opens all the same. */
export async function refusedStart(settings: StoreSettings, command = "serve") {
  const { child, out, words } = spawnStore(settings, command);
  try {
    const ended = Promise.race([child.exited, out.heard(OPEN_LINE).then(() => null)]);
    const code = await within(ended, { what: "the start ends", limitMs: START_LIMIT_MS });
    if (code !== null) await Promise.all([out.ended, words.ended]);
    return { code, out: out.text(), words: words.text() };
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
}

async function startLife(settings: StoreSettings) {
  const { child, out, words } = spawnStore(settings, "serve");
  const failed = child.exited.then(async (code) => {
    await words.ended;
    throw new Error(`The store ended with ${code}: ${words.text()}`);
  });
  try {
    const opened = Promise.race([out.heard(OPEN_LINE), failed]);
    await within(opened, { what: "the store opens", limitMs: START_LIMIT_MS });
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return { child, complained: words.text };
}

function spawnStore(settings: StoreSettings, command: string) {
  const { program, cwd } = settings;
  const child = Bun.spawn([...programCall(program), command], {
    ...(cwd && { cwd }),
    env: environmentOf(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A process that is interrupted leaves no store behind.
  const leave = () => child.kill("SIGKILL");
  process.once("exit", leave);
  void child.exited.then(() => process.off("exit", leave));
  return { child, out: listenTo(child.stdout), words: listenTo(child.stderr) };
}

/** Reads a stream to its end, so that its writer never waits, and keeps the latest of it. */
export function listenTo(stream: ReadableStream<Uint8Array>) {
  const waiting = new Map<string, () => void>();
  let text = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      text = (text + decoder.decode(chunk, { stream: true })).slice(-KEPT_OUTPUT);
      for (const [words, resolve] of waiting) if (text.includes(words)) resolve();
    }
  };
  return {
    text: () => text,
    ended: read(),
    heard: (words: string) => new Promise<void>((resolve) => waiting.set(words, resolve)),
  };
}
