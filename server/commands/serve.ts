import { join } from "node:path";
import type { Server } from "bun";
import { render } from "../client/entry-server.tsx";
import { isCatalogueEmpty } from "../db/seed/seed.ts";
import { createApp } from "./app.ts";
import { type Config, LOGIN_RETURN_PATH } from "./config.ts";
import { lockDataDir } from "./data-lock.ts";
import { type Demo, openDemo } from "./demo/index.ts";
import type { Deps } from "./deps.ts";
import { loadAssets, loadStatics } from "./http/load-web.ts";
import type { Web } from "./http/web.ts";
import { oidcProvider } from "./integrations/oidc.ts";
import { smtpMailer } from "./integrations/smtp.ts";
import { stripePayments } from "./integrations/stripe/payments.ts";
import { type Jobs, startJobs } from "./jobs/index.ts";
import { type Answer, listen } from "./listen.ts";
import { createLog } from "./log.ts";
import { openStore } from "./open-store.ts";
import { fillCatalogue } from "./seed.ts";

const SHUTDOWN_LIMIT_MS = 9000;
/** A restarted store waits for the one before it. */
const LOCK_WAIT_MS = SHUTDOWN_LIMIT_MS + 1000;
const CLIENT_BUILD = join(import.meta.dir, "../dist/client");

/**
 * The composition root: builds every part once, starts the server, and ends it in order. `web` is
 * the built client, unless another one is given. Throws a ConfigError when the port or the data
 * directory is in use or cannot be used; the port may be held by then.
 */
export async function serve(config: Config, web?: Web): Promise<void> {
  // Requests that come while the store is being opened wait for it.
  const opened = Promise.withResolvers<void>();
  let answer: Answer = async (request, server) => {
    await opened.promise;
    return answer(request, server);
  };
  // The port first: a store that is started twice is told so at once.
  const server = listen(config, (request, self) => answer(request, self));
  const lock = await lockDataDir(config.dataDir, LOCK_WAIT_MS);
  const store = await openStore(config);
  if (config.demo && isCatalogueEmpty(store.db)) await fillCatalogue(store);
  const log = createLog({ level: config.demo ? "warn" : "info" });

  const demo = config.demo
    ? await openDemo({ config, deliver: async (request) => answer(request) })
    : undefined;
  const deps: Deps = {
    config,
    ...store,
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
    clock: { now: () => new Date() },
    log,
    wake: { mail: () => {}, inbox: () => {}, rivals: () => {} },
  };
  const app = createApp(deps, web ?? (await openWeb()), demo?.pages);
  const jobs = startJobs(deps);
  answer = (request, server) => app.fetch(request, { server });
  opened.resolve();
  process.stdout.write(`Papercub is open at ${config.publicUrl}${config.demo ? " (demo)" : ""}\n`);
  const close = () => {
    store.db.close();
    lock.release();
  };
  stopOnSignal({ server, jobs, demo, close });
}

async function openWeb(): Promise<Web> {
  const [assets, statics] = await Promise.all([
    loadAssets(CLIENT_BUILD),
    loadStatics(CLIENT_BUILD),
  ]);
  return { render, assets, statics };
}

type Running = { server: Server<unknown>; jobs: Jobs; demo: Demo | undefined; close: () => void };

/** Finishes running requests and mails, then exits 0; after nine seconds at the latest. */
function stopOnSignal({ server, jobs, demo, close }: Running): void {
  const stop = async () => {
    setTimeout(() => process.exit(0), SHUTDOWN_LIMIT_MS).unref();
    await server.stop();
    await jobs.stop();
    await demo?.mailbox.close();
    close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
