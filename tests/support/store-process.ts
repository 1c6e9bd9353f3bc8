import { programCall } from "./program.ts";
import { within } from "./until.ts";

const OPEN_LINE = "Papercub is open";
const START_LIMIT_MS = 30_000;
/** Longer than the store's own shutdown limit of nine seconds. */
const STOP_LIMIT_MS = 12_000;
const OUTPUT_CHARACTERS = 4000;

/** Shared by the payment simulator and the store next to it. */
export const SECRET_KEY = "sk_test_papercub_faults";
export const WEBHOOK_SECRET = "whsec_papercub_faults";

type StoreSettings = {
  dataDir: string;
  port: number;
  /** Overrides the defaults of `environmentOf`; an empty string unsets a setting. */
  env: Record<string, string>;
  /** A script or an executable to run instead of the store's own program. */
  program?: string;
  cwd?: string;
};

/** A store process that can be restarted. `await using` kills it at the end of the block. */
export type StoreProcess = AsyncDisposable & {
  url: string;
  pid: number;
  /** Sends SIGTERM. Resolves when the store has exited; throws when its exit status is not 0. */
  stop: () => Promise<void>;
  /** Sends SIGKILL. Throws when the store has already exited. */
  kill: () => Promise<void>;
  /** Starts the store again after `stop` or `kill`. */
  start: () => Promise<void>;
  /** Sends SIGKILL in any state of the process. */
  end: () => Promise<void>;
};

export const storeUrl = (port: number) => `http://127.0.0.1:${port}`;

/** Settings of a shop with payments and mail, which trusts client addresses in request headers. */
export const shopEnv = ({ paymentsUrl, smtpUrl }: { paymentsUrl: string; smtpUrl: string }) => ({
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_BASE: paymentsUrl,
  SMTP_URL: smtpUrl,
  MAIL_FROM: "Papercub <hello@papercub.example>",
  SUPPORT_EMAIL: "help@papercub.example",
  TRUSTED_PROXY: "1",
});

/** Environment of the store. Does not inherit DEMO and NODE_ENV, which would change its mode. */
export const environmentOf = ({ dataDir, port, env }: StoreSettings) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "",
  PORT: String(port),
  PUBLIC_URL: storeUrl(port),
  DATA_DIR: dataDir,
  ...env,
});

/** Returns a free port. A store keeps its port across restarts, because webhooks are sent to it. */
export async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  return port ?? 0;
}

/** Starts a store in a separate process and resolves when it is open. */
export async function startStore(settings: StoreSettings): Promise<StoreProcess> {
  let { child, errors } = await openStore(settings);
  const kill = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return {
    url: storeUrl(settings.port),
    get pid() {
      return child.pid;
    },
    async stop() {
      child.kill("SIGTERM");
      const what = "the store stops";
      const code = await within(child.exited, { what, limitMs: STOP_LIMIT_MS });
      if (code !== 0) throw new Error(`The store ended with ${code}: ${errors.text()}`);
    },
    async kill() {
      await kill();
      if (child.signalCode !== "SIGKILL") {
        throw new Error(`The store ended before it was killed: ${errors.text()}`);
      }
    },
    async start() {
      ({ child, errors } = await openStore(settings));
    },
    end: kill,
    [Symbol.asyncDispose]: kill,
  };
}

async function openStore(settings: StoreSettings) {
  const { program, cwd } = settings;
  const child = Bun.spawn([...programCall(program), "serve"], {
    ...(cwd && { cwd }),
    env: environmentOf(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  killAtExit(child);
  const [out, errors] = [listenTo(child.stdout), listenTo(child.stderr)];
  const failed = child.exited.then(async (code) => {
    await errors.ended;
    throw new Error(`The store ended with ${code}: ${errors.text()}`);
  });
  try {
    const opened = Promise.race([out.heard(OPEN_LINE), failed]);
    await within(opened, { what: "the store opens", limitMs: START_LIMIT_MS });
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return { child, errors };
}

/** Kills a child process if it is still running when this process exits. */
export function killAtExit(child: Bun.Subprocess): void {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  void child.exited.then(() => process.off("exit", kill));
}

/** Drains a stream, so that its writer never blocks, and retains the latest output. */
export function listenTo(stream: ReadableStream<Uint8Array>) {
  const waiting = new Map<string, () => void>();
  let text = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      text = (text + decoder.decode(chunk, { stream: true })).slice(-OUTPUT_CHARACTERS);
      for (const [words, resolve] of waiting) if (text.includes(words)) resolve();
    }
  };
  return {
    text: () => text,
    ended: read(),
    heard: (words: string) => new Promise<void>((resolve) => waiting.set(words, resolve)),
  };
}
