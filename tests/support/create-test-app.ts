import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Db, openDatabase } from "../../db/client.ts";
import { createApp } from "../../server/app.ts";
import { makeBackup } from "../../server/backups/make-backup.ts";
import { type Config, loadConfig, LOGIN_RETURN_PATH } from "../../server/config.ts";
import { pathsOf } from "../../server/data/data-dir.ts";
import { asFetch } from "../../server/demo/as-fetch.ts";
import { demoIdentity } from "../../server/demo/index.ts";
import { createTestSimulator } from "./stripe/simulator.ts";
import type { Deps } from "../../server/deps.ts";
import type { Mail, Mailer } from "../../server/ports/mail.ts";
import { builtContent } from "../../client/content/built-content.ts";
import { setBuiltContent } from "../../server/domain/content/text-rules.ts";
import { fillContent } from "../../db/seed/first-content.ts";
import { firstSettings } from "../../server/domain/settings.ts";
import { inspectUpload } from "../../server/domain/files/inspect-upload.ts";
import { MAIL_WAIT_MS } from "../../server/domain/sign-in/sign-in-link.ts";
import { createWatch } from "../../server/domain/issues/checks.ts";
import { diskUse } from "../../server/integrations/disk-use.ts";
import { recheckOrders } from "../../server/domain/money/open-orders.ts";
import type { BuiltClient } from "../../server/http/built-client.ts";
import { writeCheck } from "../../server/domain/upkeep/write-check.ts";
import { diskBackups } from "../../server/backups/disk-backups.ts";
import { oidcProvider } from "../../server/integrations/oidc.ts";
import { webhookPost } from "../../server/integrations/webhook-post.ts";
import { stripePayments } from "../../server/integrations/stripe/payments.ts";
import { handleDueEvents } from "../../server/domain/money/webhook-inbox.ts";
import { sendDueMails } from "../../server/mails/send.ts";
import { createLog } from "../../server/log.ts";
import { READ_JOBS, READ_STREAMS } from "../../server/process/read-jobs.ts";
import type { Reads } from "../../server/ports/read-worker.ts";
import { openStore } from "../../server/data/open-store.ts";
import { openFiles } from "../../server/integrations/open-files.ts";
import { addProduct } from "./catalogue.ts";
import { migratedDatabase } from "./migrated-database.ts";
import { NO_PAGES } from "./no-pages.ts";

setBuiltContent(builtContent);

export const SITE = "http://localhost:3000";
const START = new Date("2026-11-21T10:00:00.000Z");

export type TestApp = ReturnType<typeof assemble>;

type Options = {
  web?: BuiltClient;
  env?: Record<string, string>;
  databasePath?: string;
  /** Stores the first content: testimonials, questions, legal pages and settings. */
  hasContent?: boolean;
  /** Network access and timeout of the external login's provider. */
  oidc?: Pick<Parameters<typeof oidcProvider>[0], "fetch" | "timeoutMs">;
};

/**
 * Opens the store over an empty migrated database and temporary files, with a frozen clock. Closes
 * it when the test ends.
 */
export function createTestApp({ env, databasePath, hasContent, ...options }: Options = {}) {
  const directory = mkdtempSync(join(tmpdir(), "papercub-"));
  const config = loadConfig({ DEMO: "1", PUBLIC_URL: SITE, DATA_DIR: directory, ...env });
  if (databasePath && !existsSync(databasePath)) writeFileSync(databasePath, migratedDatabase());
  const t = assemble({
    ...options,
    config,
    store: {
      db: openDatabase(databasePath ?? migratedDatabase()),
      files: openFiles(config),
      secret: "a-secret-that-only-the-tests-know-0000",
    },
    time: () => START.getTime(),
  });
  if (hasContent)
    fillContent({ db: t.db, firstSettings: firstSettings(config.mode), now: t.clock.now() });
  onTestFinished(() => {
    t.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return t;
}

/**
 * Opens the store over a data folder, for use outside of a test: it trusts client addresses in
 * request headers, its clock runs, and the caller closes it.
 */
export async function openDataDir(dataDir: string): Promise<TestApp> {
  const env = { DEMO: "1", PUBLIC_URL: SITE, DATA_DIR: dataDir, TRUSTED_PROXY: "1" };
  const config = loadConfig(env);
  const store = { ...(await openStore(config)), files: openFiles(config) };
  // Faster; data can be lost only in a power cut.
  store.db.sqlite.pragma("synchronous = OFF");
  return assemble({ config, store, time: Date.now });
}

type Parts = Pick<Options, "web" | "oidc"> & {
  config: Config;
  store: Pick<Deps, "db" | "files" | "secret">;
  /** Returns the clock's base time in ms, to which `advance` adds. */
  time: () => number;
};

/**
 * Assembles the app with the payment simulator behind the real SDK, a mailer that records, and a
 * clock that tests advance. Background work runs only in `settle()`.
 */
function assemble({ config, store, time, web = NO_PAGES, oidc }: Parts) {
  const { db, files } = store;
  let movedMs = 0;
  const clock = {
    now: () => new Date(time() + movedMs),
    advance: (ms: number) => void (movedMs += ms),
  };
  const logged: Record<string, unknown>[] = [];
  const mails: Mail[] = [];
  const mailer: Mailer = {
    send: async (mail) => void mails.push(mail),
    verify: async () => {},
  };
  const simulator = createTestSimulator({
    siteUrl: SITE,
    webhookUrl: `${SITE}/api/stripe/webhook`,
    webhookSecret: config.stripe.webhookSecrets[0] ?? "",
    secretKey: config.stripe.secretKey,
    now: clock.now,
    // The SDK verifies signatures against the system clock.
    signedAt: () => new Date(),
    deliver: async (request) => app.fetch(request),
    retryDelaysMs: [],
    settlementSeconds: Infinity,
  });
  const identity = demoIdentity(config);
  const log = createLog({
    level: "debug",
    destination: { write: (line) => void logged.push(JSON.parse(line)) },
  });
  const deps: Deps = {
    config,
    ...store,
    checkWrites: writeCheck({ db, clock, log }),
    reads: inlineReads(db),
    inspectUpload: async (upload) => inspectUpload(upload),
    mailer,
    postWebhook: webhookPost({ allowsPrivate: config.allowsPrivateWebhooks }),
    backups: diskBackups({
      dataDir: config.dataDir,
      folder: pathsOf(config.dataDir).backups,
      clock,
      write: (file) =>
        makeBackup(config, { file, now: clock.now() }).then(
          () => undefined,
          ({ message }: Error) => message,
        ),
    }),
    clock,
    disk: diskUse(pathsOf(config.dataDir)),
    address: { reach: async () => "ours" },
    replica: null,
    watch: createWatch(clock.now()),
    payments: stripePayments({ ...config.stripe, fetch: simulator.fetch }),
    identity:
      config.oidc &&
      oidcProvider({
        ...config.oidc,
        redirectUri: config.publicUrl + LOGIN_RETURN_PATH,
        fetch: identity && asFetch(async (request) => app.fetch(request)),
        ...oidc,
      }),
    log,
  };
  const app = createApp(deps, web, [simulator.pages, ...(identity ? [identity] : [])]);

  return {
    app,
    deps,
    db,
    clock,
    mails,
    mailer,
    logged,
    simulator,
    pathOf: (sha256: string) => join(pathsOf(config.dataDir).files, `${sha256}.pdf`),
    /** Processes urgent orders, pending webhooks, and mails due within `MAIL_WAIT_MS`. */
    async settle() {
      await simulator.control.webhooks.idle();
      await handleDueEvents(deps);
      await recheckOrders(deps);
      await sendDueMails(deps);
      const later = () => new Date(clock.now().getTime() + MAIL_WAIT_MS);
      await sendDueMails({ ...deps, clock: { now: later } });
    },
    addProduct: (product: Parameters<typeof addProduct>[1]) =>
      addProduct({ db, saveFile: files.save, now: clock.now() }, product),
    close() {
      simulator.control.stop();
      db.close();
    },
  };
}

/** Runs reads on the caller's connection, because an in-memory database has only one. */
function inlineReads(db: Db): Reads {
  return {
    async run(name, input) {
      const job: (db: Db, input: never) => unknown = READ_JOBS[name];
      return job(db, input as never) as never;
    },
    // Read all chunks first: the connection is busy until the iteration ends.
    async *exportTable(input) {
      const chunks = [...READ_STREAMS.exportTable(db, input)];
      yield* chunks;
      return undefined;
    },
    async *readOrders(input) {
      const chunks = [...READ_STREAMS.readOrders(db, input)];
      yield* chunks;
      return undefined;
    },
  };
}
