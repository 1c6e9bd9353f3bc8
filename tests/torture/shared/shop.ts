import { serveSimulator, type StandaloneOptions } from "../../support/stripe/serve.ts";
import {
  freePort,
  SECRET_KEY,
  shopEnv,
  startStore,
  type StoreProcess,
  storeUrl,
  WEBHOOK_SECRET,
} from "../../support/store-process.ts";
import { type DataDir, makeDataDir } from "./data-dir.ts";
import { type MailSink, openMailSink } from "./mail-sink.ts";

/** A started store between a payment provider and a mail server. */
export type Shop = {
  url: string;
  port: number;
  store: StoreProcess;
  dataDir: DataDir;
  simulator: ReturnType<typeof serveSimulator>["simulator"];
  sink: MailSink;
};

/** How the provider sends its webhooks. */
type Webhooks = Pick<StandaloneOptions, "deliver" | "retryDelaysMs">;

type Options = Webhooks & {
  /** What the store is started with besides. */
  env?: Record<string, string>;
  /** What stands in the database before the store opens it. */
  prepare?: (dataDir: DataDir) => void;
};

/** Does `work` on a shop of its own, which is gone afterwards, whatever has happened. */
export async function withShop<Result>(
  { env, prepare, ...webhooks }: Options,
  work: (shop: Shop) => Promise<Result>,
): Promise<Result> {
  const dataDir = await makeDataDir();
  prepare?.(dataDir);
  const sink = await openMailSink();
  const port = await freePort();
  const payments = serveProviderOf(port, webhooks);
  let store: StoreProcess | undefined;
  try {
    store = await startStore({
      dataDir: dataDir.path,
      port,
      env: { ...shopEnv({ paymentsUrl: payments.url, smtpUrl: sink.url }), ...env },
    });
    const { simulator } = payments;
    return await work({ url: storeUrl(port), port, store, dataDir, simulator, sink });
  } finally {
    await store?.end();
    await payments.stop();
    await sink.close();
    await dataDir.remove();
  }
}

/** The payment provider of the store on this port. */
export const serveProviderOf = (port: number, webhooks: Webhooks) =>
  serveSimulator({
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${storeUrl(port)}/api/stripe/webhook`,
    now: () => new Date(),
    ...webhooks,
  });
