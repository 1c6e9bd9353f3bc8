import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDatabase } from "../../db/client.ts";
import { createApp } from "../../server/app.ts";
import { loadConfig, LOGIN_RETURN_PATH } from "../../server/config.ts";
import { pathsOf } from "../../server/data-dir.ts";
import { asFetch } from "../../server/demo/as-fetch.ts";
import { demoIdentity } from "../../server/demo/index.ts";
import { createTestSimulator } from "./stripe/simulator.ts";
import type { Deps, Mail } from "../../server/deps.ts";
import { ORDER_CODE_WAIT_MS } from "../../server/domain/sign-in/one-time-code.ts";
import { checkHurried } from "../../server/domain/money/open-orders.ts";
import type { Web } from "../../server/http/web.ts";
import { diskFiles } from "../../server/integrations/disk-files.ts";
import { oidcProvider } from "../../server/integrations/oidc.ts";
import { stripePayments } from "../../server/integrations/stripe/payments.ts";
import { handleDueEvents } from "../../server/jobs/inbox.ts";
import { sendDueMails } from "../../server/mails/send.ts";
import { createLog } from "../../server/log.ts";
import { addProduct } from "./catalogue.ts";

export const SITE = "http://localhost:3000";
const START = new Date("2026-11-21T10:00:00.000Z");

/** The pages of API tests: page tests hand in the real client. */
const NO_PAGES: Web = {
  render: async ({ url }) => ({
    status: 404,
    html: `<p>No page ${url}</p>`,
    indexable: false,
    personal: false,
    tracked: true,
  }),
  served: [{ path: "/", indexable: true, shared: true }],
  assets: { scripts: [], styles: [], preloads: [] },
  statics: new Map(),
};

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

type Options = {
  web?: Web;
  env?: Record<string, string>;
  databasePath?: string;
  /** How the external login reaches its provider, and how long it waits. */
  oidc?: Pick<Parameters<typeof oidcProvider>[0], "fetch" | "timeoutMs">;
};

/**
 * The store over a fresh migrated database, the payment simulator behind the real SDK, a mailer
 * that keeps what it is given, a temporary file store and a clock that stands still. Background work
 * is done by `settle()` alone. Everything is closed when the test ends.
 */
export function createTestApp(options: Options = {}) {
  const directory = mkdtempSync(join(tmpdir(), "papercub-"));
  const clock = stoppedClock();
  const logged: Record<string, unknown>[] = [];
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const config = loadConfig({ DEMO: "1", PUBLIC_URL: SITE, ...options.env });
  const db = openDatabase(options.databasePath ?? migratedDatabase());
  const files = diskFiles(pathsOf(directory));
  const simulator = createTestSimulator({
    siteUrl: SITE,
    webhookUrl: `${SITE}/api/stripe/webhook`,
    webhookSecret: config.stripe.webhookSecrets[0] ?? "",
    secretKey: config.stripe.secretKey,
    now: clock.now,
    // Signatures are judged by the machine's own clock.
    signedAt: () => new Date(),
    deliver: async (request) => app.fetch(request),
    retryDelaysMs: [],
    settlementSeconds: Infinity,
  });
  const identity = demoIdentity(config);
  const deps: Deps = {
    config,
    db,
    files,
    mailer,
    clock,
    payments: stripePayments({ ...config.stripe, fetch: simulator.fetch }),
    identity:
      config.oidc &&
      oidcProvider({
        ...config.oidc,
        redirectUri: config.publicUrl + LOGIN_RETURN_PATH,
        fetch: identity && asFetch(async (request) => app.fetch(request)),
        ...options.oidc,
      }),
    log: createLog({
      level: "debug",
      destination: { write: (line) => void logged.push(JSON.parse(line)) },
    }),
    secret: "a-secret-that-only-the-tests-know-0000",
  };
  const demoPages = [simulator.pages, ...(identity ? [identity] : [])];
  const app = createApp(deps, options.web ?? NO_PAGES, demoPages);

  onTestFinished(() => {
    simulator.control.stop();
    db.close();
    rmSync(directory, { recursive: true, force: true });
  });

  return {
    app,
    deps,
    db,
    clock,
    mails,
    mailer,
    logged,
    simulator,
    /** Handles every webhook and mail that is due, or will be in a moment, and urgent orders. */
    async settle() {
      await simulator.control.webhooks.idle();
      await handleDueEvents(deps);
      await checkHurried(deps);
      await sendDueMails(deps);
      const later = () => new Date(clock.now().getTime() + ORDER_CODE_WAIT_MS);
      await sendDueMails({ ...deps, clock: { now: later } });
    },
    addProduct: (product: Parameters<typeof addProduct>[1]) =>
      addProduct({ db, saveFile: files.save, now: clock.now() }, product),
  };
}

let migrated: Buffer | undefined;

/** An empty database with every migration, which takes longer to apply than to copy. */
function migratedDatabase(): Buffer {
  if (!migrated) {
    const db = openDatabase(":memory:");
    migrated = db.sqlite.serialize();
    db.close();
  }
  return migrated;
}

function stoppedClock() {
  let time = START.getTime();
  return {
    now: () => new Date(time),
    advance: (ms: number) => void (time += ms),
  };
}
