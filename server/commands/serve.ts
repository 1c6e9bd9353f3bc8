import { join } from "node:path";
import type { Server } from "bun";
import { render, served } from "../../client/app/entry-server.tsx";
import { createApp } from "../app.ts";
import { type Config, LOGIN_RETURN_PATH } from "../config.ts";
import { keepToOwner, pathsOf } from "../data-dir.ts";
import { lockDataDir } from "../data-lock.ts";
import type { Demo } from "../demo/index.ts";
import type { Deps } from "../deps.ts";
import { isCatalogueEmpty } from "../domain/catalogue.ts";
import { writeCheck } from "../domain/write-check.ts";
import { warnOfNoProxy } from "../http/client-address.ts";
import { hostCheck } from "../http/host-check.ts";
import { loadAssets, loadStatics } from "../http/load-web.ts";
import type { Web } from "../http/web.ts";
import { dropAbandonedParts } from "../integrations/durable-file.ts";
import { oidcProvider } from "../integrations/oidc.ts";
import { smtpMailer } from "../integrations/smtp.ts";
import { callBudget } from "../integrations/stripe/call-budget.ts";
import { stripePayments } from "../integrations/stripe/payments.ts";
import { type Jobs, startJobs } from "../jobs/index.ts";
import { type Answer, listen } from "../listen.ts";
import { beginLife } from "../life.ts";
import { createLog } from "../log.ts";
import { openStore } from "../open-store.ts";
import { workerReads } from "../workers/worker-reads.ts";

const SHUTDOWN_LIMIT_MS = 9000;
/** A restarted store waits for the one before it. */
const LOCK_WAIT_MS = SHUTDOWN_LIMIT_MS + 1000;
const CLIENT_BUILD = join(import.meta.dir, "../../dist/client");

/**
 * The composition root: builds every part once, starts the server, and ends it in order. `web` is
 * the built client, unless another one is given. Throws a ConfigError when the port or the data
 * directory is in use or cannot be used; the port may be held by then.
 */
export async function serve(config: Config, web?: Web): Promise<void> {
  keepToOwner();
  const log = createLog({ level: config.mode === "demo" ? "warn" : "info" });
  const refuse = hostCheck({ config, log });
  // Requests that come while the store is being opened wait for it.
  const opened = Promise.withResolvers<void>();
  let answer: Answer = async (request, server) => {
    await opened.promise;
    return answer(request, server);
  };
  // The port first, so that a second start fails at once.
  const server = listen(config, (request, self) => refuse(request, self) ?? answer(request, self));
  const lock = await lockDataDir(config.dataDir, LOCK_WAIT_MS);
  const store = await openStore(config);
  await dropAbandonedParts(pathsOf(config.dataDir).files);
  if (config.mode === "demo" && isCatalogueEmpty(store.db)) {
    await (await import("./seed.ts")).fillCatalogue(store);
  }
  warnOfNoProxy({ config, log });

  // The stand-ins bring servers of their own, which no other shop needs to load.
  const demo =
    config.mode === "demo"
      ? await (
          await import("../demo/index.ts")
        ).openDemo({ config, deliver: async (request) => answer(request) })
      : undefined;
  const reads = workerReads({ databasePath: pathsOf(config.dataDir).database, log });
  const stopping = new AbortController();
  const clock = { now: () => new Date() };
  const life = beginLife();
  const deps: Deps = {
    config,
    life,
    checkWrites: writeCheck({ db: store.db, clock, log }),
    stopping: stopping.signal,
    ...store,
    reads,
    payments: stripePayments({
      ...config.stripe,
      fetch: config.stripe.apiBase ? undefined : demo?.paymentsFetch,
      budget: callBudget(),
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
    clock,
    log,
  };
  const app = createApp(deps, web ?? (await openWeb()), demo?.pages);
  const jobs = startJobs(deps);
  answer = (request, server) => app.fetch(request, { server });
  const close = () => {
    reads.close();
    store.db.close();
    lock.release();
  };
  stopOnSignal({ server, jobs, demo, stopping, close });
  life.become("open");
  opened.resolve();
  process.stdout.write(
    `Papercub is open at ${config.publicUrl}${config.mode === "live" ? "" : ` (${config.mode})`}\n`,
  );
}

async function openWeb(): Promise<Web> {
  const [assets, statics] = await Promise.all([
    loadAssets(CLIENT_BUILD),
    loadStatics(CLIENT_BUILD),
  ]);
  return { render, served, assets, statics };
}

type Running = {
  server: Server<unknown>;
  jobs: Jobs;
  demo: Demo | undefined;
  stopping: AbortController;
  close: () => void;
};

/** Finishes running requests and mails, then exits 0; after nine seconds at the latest. */
function stopOnSignal({ server, jobs, demo, stopping, close }: Running): void {
  const stop = async () => {
    setTimeout(() => process.exit(0), SHUTDOWN_LIMIT_MS).unref();
    stopping.abort();
    await server.stop();
    await jobs.stop();
    await demo?.mailbox.close();
    close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
