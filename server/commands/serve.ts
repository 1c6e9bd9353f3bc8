import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import type { Logger } from "pino";
import { render, served } from "../../client/app/entry-server.tsx";
import { createApp } from "../app.ts";
import { CLIENT_BUILD } from "../process/built-files.ts";
import { type Config, LOGIN_RETURN_PATH } from "../config.ts";
import { keepToOwner, pathsOf } from "../data/data-dir.ts";
import { lockDataDir, lockDoor } from "../data/data-lock.ts";
import type { Deps } from "../deps.ts";
import { isCatalogueEmpty } from "../domain/catalogue.ts";
import { writeCheck } from "../domain/write-check.ts";
import { webhookUrlOf } from "../config.ts";
import { createWatch } from "../domain/health/watch.ts";
import { warnOfNoProxy } from "../http/client-address.ts";
import { unavailableAnswer } from "../http/unavailable.ts";
import type { AppEnv } from "../http/env.ts";
import { hostCheck } from "../http/host-check.ts";
import { loadAssets, loadStatics } from "../http/built-client.ts";
import type { BuiltClient } from "../http/built-client.ts";
import { childBackup } from "../backups/child-backup.ts";
import { diskBackups } from "../backups/disk-backups.ts";
import { diskUse } from "../integrations/disk-use.ts";
import { dropAbandonedParts } from "../data/durable-file.ts";
import { litestream } from "../integrations/litestream.ts";
import { oidcProvider } from "../integrations/oidc.ts";
import { ownAddress } from "../integrations/own-address.ts";
import { smtpMailer } from "../integrations/smtp.ts";
import { stripePayments } from "../integrations/stripe/payments.ts";
import { startJobs } from "../jobs/index.ts";
import { countHandlers, leaveOnSignal, LONGEST_LEAVE_MS } from "../process/shutdown.ts";
import { beginLife, type Life } from "../process/process-state.ts";
import { type Answer, listen } from "../process/listen.ts";
import { createLog } from "../log.ts";
import { openBucket, tryBucket } from "../data/open-bucket.ts";
import { openStore } from "../data/open-store.ts";
import { healthRoutes } from "../routes/health.ts";
import { processInspection } from "../workers/process-inspection.ts";
import { processReads } from "../workers/process-reads.ts";

/** How long a store that is to be replaced may go on before it is told to leave. */
const DOOR_WAIT_MS = 10_000;
/** One that is leaving has left by then. */
const LOCK_WAIT_MS = LONGEST_LEAVE_MS + 1000;
/** For the words that tell requests to come again, when this store does not open. */
const TURN_AWAY_MS = 1000;

/**
 * The composition root: builds every part once, starts the server, and ends it in order. `web` is
 * the built client, unless another one is given. Throws a ConfigError when the port or the data
 * directory is in use or cannot be used; what was asked of it meanwhile is told to come again.
 */
export async function serve(config: Config, web?: BuiltClient): Promise<void> {
  keepToOwner();
  const log = createLog({ level: config.mode === "demo" ? "warn" : "info" });
  const refuse = hostCheck({ config, log });
  const life = beginLife();
  const handlers = countHandlers();
  // Requests that come while the store is being opened wait for it; health checks do not.
  const opened = Promise.withResolvers<Answer>();
  const early = new Hono<AppEnv>()
    .route("/api", healthRoutes({ config, life }))
    .all("*", async (c) => (await opened.promise)(c.req.raw, c.env.server));
  let answer: Answer = (request, server) => early.fetch(request, { server });
  // The port first, so that a second start fails at once.
  const server = listen(config, (request, self) =>
    handlers.run(() => refuse(request, self) ?? answer(request, self)),
  );
  const turnAway = async () => {
    opened.resolve(unavailableAnswer(config));
    await Promise.race([server.stop(), sleep(TURN_AWAY_MS)]);
  };
  const giveUp = () => void turnAway().then(() => process.exit(0));
  process.once("SIGTERM", giveUp).once("SIGINT", giveUp);
  try {
    const shop = await open({
      config,
      log,
      life,
      web,
      deliver: async (request) => answer(request),
    });
    const { app } = shop;
    answer = (request, self) => app.fetch(request, { server: self, receive: handlers.receive });
    const handOver = async () => {
      answer = unavailableAnswer(config);
      await shop.handOver();
    };
    process.off("SIGTERM", giveUp).off("SIGINT", giveUp);
    leaveOnSignal({ ...shop, life, server, handlers, handOver });
    life.become("open");
    opened.resolve(answer);
  } catch (error) {
    await turnAway();
    throw error;
  }
  process.stdout.write(
    `Papercub is open at ${config.publicUrl}${config.mode === "live" ? "" : ` (${config.mode})`}\n`,
  );
}

type Opening = {
  config: Config;
  log: Logger;
  life: Life;
  web: BuiltClient | undefined;
  deliver: (request: Request) => Promise<Response>;
};

/** Opens the data when it is this store's turn, and builds what works on them. */
async function open({ config, log, life, web: given, deliver }: Opening) {
  // What takes time and needs no data comes before the turn: requests wait from there on.
  const web = given ?? (await openWeb());
  const fault = await tryBucket(config);
  const stands = config.mode === "demo" ? await import("../demo/index.ts") : undefined;
  const door = await lockDoor(config.dataDir, DOOR_WAIT_MS);
  life.become("starting");
  const lock = await lockDataDir(config.dataDir, { use: "serve", waitMs: LOCK_WAIT_MS });
  const store = await openStore(config);
  await dropAbandonedParts(pathsOf(config.dataDir).files);
  const warn = (err: Error) => log.error({ err }, "The bucket of FILES_URL does not answer.");
  await openBucket({ config, db: store.db, fault, warn });
  if (config.mode === "demo" && isCatalogueEmpty(store.db)) {
    await (await import("./seed.ts")).fillCatalogue(store);
  }
  warnOfNoProxy({ config, log });

  // The stand-ins bring servers of their own, which no other shop needs to load.
  const demo = await stands?.openDemo({ config, deliver });
  const paths = pathsOf(config.dataDir);
  const reads = processReads({ databasePath: paths.database, log });
  const stopping = new AbortController();
  const clock = { now: () => new Date() };
  const deps: Deps = {
    config,
    life,
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
    backups: diskBackups({
      dataDir: config.dataDir,
      folder: paths.backups,
      clock,
      write: (file) => childBackup(file, stopping.signal).ended,
    }),
    disk: diskUse(paths),
    address: ownAddress(webhookUrlOf(config)),
    replica: config.replicaUrl === undefined ? null : litestream(config.replicaUrl, paths.database),
    watch: createWatch(clock.now()),
    clock,
    log,
  };
  return {
    door,
    stopping,
    app: createApp(deps, web, demo?.pages),
    jobs: startJobs(deps),
    async handOver() {
      await demo?.mailbox.close();
      store.db.close();
      lock.release();
    },
    close: () => reads.close(),
  };
}

async function openWeb(): Promise<BuiltClient> {
  const [assets, statics] = await Promise.all([
    loadAssets(CLIENT_BUILD),
    loadStatics(CLIENT_BUILD),
  ]);
  return { render, served, assets, statics };
}
