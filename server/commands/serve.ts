import type { Logger } from "pino";
import { render, served } from "../../client/app/entry-server.tsx";
import { builtContent } from "../../client/content/built-content.ts";
import { createApp } from "../app.ts";
import { CLIENT_BUILD } from "../process/own-program.ts";
import { type Config, LOGIN_RETURN_PATH } from "../config.ts";
import { restrictToOwner, pathsOf } from "../data/data-dir.ts";
import { lockDataDir } from "../data/data-lock.ts";
import type { Deps } from "../deps.ts";
import { isCatalogueEmpty } from "../domain/orders/catalogue.ts";
import { fillContent } from "../../db/seed/first-content.ts";
import { setBuiltContent } from "../domain/content/text-rules.ts";
import { firstSettings } from "../domain/settings.ts";
import { writeVisits } from "../domain/stats/count-visits.ts";
import { writeCheck } from "../domain/upkeep/write-check.ts";
import { webhookUrlOf } from "../config.ts";
import { createWatch } from "../domain/issues/checks.ts";
import { warnOfNoProxy } from "../http/client-address.ts";
import { hostCheck } from "../http/origin-checks.ts";
import { type BuiltClient, loadAssets, loadStatics } from "../http/built-client.ts";
import { childBackup, diskBackups } from "../backups/disk-backups.ts";
import { diskUse } from "../integrations/disk-use.ts";
import { dropAbandonedParts } from "../data/durable-file.ts";
import { oidcProvider } from "../integrations/oidc.ts";
import { litestream, ownAddress } from "../integrations/probes.ts";
import { smtpMailer } from "../integrations/smtp.ts";
import { stripePayments } from "../integrations/stripe/payments.ts";
import { webhookPost } from "../integrations/webhook-post.ts";
import { startJobs } from "../process/jobs.ts";
import { listen } from "../process/listen.ts";
import { SHUTDOWN_MS, shutdownOnSignal, trackRequests } from "../process/shutdown.ts";
import { createLog } from "../log.ts";
import { openBucket, openFiles, tryBucket } from "../integrations/open-files.ts";
import { openStore } from "../data/open-store.ts";
import { processInspection, processReads } from "../process/worker-process.ts";

/** Long enough for a store that is shutting down to release the lock. */
const LOCK_WAIT_MS = SHUTDOWN_MS + 1000;

/**
 * Runs `serve`, the composition root: opens the data, creates all dependencies, listens, and shuts
 * down on a signal. `web` defaults to the built client. Throws a ConfigError if the port or the
 * data directory is in use or unusable.
 */
export async function serve(config: Config, web?: BuiltClient): Promise<void> {
  restrictToOwner();
  // As PID 1 of a container, a process ignores signals without a handler.
  const quit = () => process.exit(0);
  process.once("SIGTERM", quit).once("SIGINT", quit);
  const log = createLog({ level: config.mode === "demo" ? "warn" : "info" });
  const requests = trackRequests();
  const { app, deps, ...store } = await open({ config, log, web });
  const refuse = hostCheck({ config, log });
  const server = listen(config, (request, self) =>
    requests.run(
      () =>
        refuse(request, self) ?? app.fetch(request, { server: self, receive: requests.receive }),
    ),
  );
  process.off("SIGTERM", quit).off("SIGINT", quit);
  shutdownOnSignal({ ...store, server, requests, jobs: startJobs(deps) });
  process.stdout.write(
    `Papercub is open at ${config.publicUrl}${config.mode === "live" ? "" : ` (${config.mode})`}\n`,
  );
}

type OpenOptions = { config: Config; log: Logger; web: BuiltClient | undefined };

/** Locks and opens the data, and creates everything that depends on it. */
async function open({ config, log, web }: OpenOptions) {
  const [lock, client, fault, standIns] = await Promise.all([
    lockDataDir(config.dataDir, { use: "serve", waitMs: LOCK_WAIT_MS }),
    web ?? openWeb(),
    tryBucket(config),
    config.mode === "demo" ? import("../demo/index.ts") : undefined,
  ]);
  setBuiltContent(builtContent);
  const store = { ...(await openStore(config)), files: openFiles(config) };
  fillContent({ db: store.db, firstSettings: firstSettings(config.mode), now: new Date() });
  await dropAbandonedParts(pathsOf(config.dataDir).files);
  const isEmpty = isCatalogueEmpty(store.db);
  const warn = (err: Error) => log.error({ err }, "The bucket of FILES_URL is not responding.");
  await openBucket({ config, fault, warn: isEmpty ? undefined : warn });
  if (config.mode === "demo" && isEmpty) {
    await (await import("./seed.ts")).fillCatalogue(store);
  }
  warnOfNoProxy({ config, log });

  const demo = await standIns?.openDemo({
    config,
    store,
    deliver: async (request) => app.fetch(request),
  });
  const paths = pathsOf(config.dataDir);
  const reads = processReads({ databasePath: paths.database, log });
  const stopping = new AbortController();
  const clock = { now: () => new Date() };
  const deps: Deps = {
    config,
    stopping: stopping.signal,
    ...store,
    reads,
    inspectUpload: processInspection({ log }),
    checkWrites: writeCheck({ db: store.db, clock, log }),
    payments: stripePayments({
      ...config.stripe,
      fetch: config.stripe.apiBase ? undefined : demo?.paymentsFetch,
    }),
    identity:
      config.oidc &&
      oidcProvider({
        ...config.oidc,
        redirectUri: config.publicUrl + LOGIN_RETURN_PATH,
        fetch: demo?.identityFetch,
      }),
    mailer: smtpMailer({
      url: config.mail.smtpUrl ?? demo?.mailbox.smtpUrl ?? "",
      from: config.mail.from,
    }),
    postWebhook: webhookPost({ allowsPrivate: config.allowsPrivateWebhooks }),
    backups: diskBackups({
      dataDir: config.dataDir,
      folder: paths.backups,
      clock,
      write: (file) => childBackup(file, stopping.signal).ended,
    }),
    disk: diskUse(paths),
    address: ownAddress(webhookUrlOf(config)),
    replica: config.replicaUrl === undefined ? null : litestream(config.replicaUrl),
    watch: createWatch(clock.now()),
    clock,
    log,
  };
  const app = createApp(deps, client, demo?.pages);
  return {
    app,
    deps,
    stopping,
    async closeData() {
      await demo?.mailbox.close();
      writeVisits(deps);
      store.db.close();
      lock.release();
    },
    endWorkers: () => reads.close(),
  };
}

async function openWeb(): Promise<BuiltClient> {
  const [assets, statics] = await Promise.all([
    loadAssets(CLIENT_BUILD),
    loadStatics(CLIENT_BUILD),
  ]);
  return { render, served, assets, statics };
}
