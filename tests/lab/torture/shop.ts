import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { diskFiles } from "../../../server/integrations/disk-files.ts";
import type { Row } from "../bench/rows.ts";
import { addProduct } from "../../support/catalogue.ts";
import { addLargeProduct } from "../../support/sold-file.ts";
import { type MailServer, openMailServer } from "../../support/smtp-stub.ts";
import {
  freePort,
  SECRET_KEY,
  shopEnv,
  startStore,
  type StoreProcess,
  storeUrl,
  WEBHOOK_SECRET,
} from "../../support/store-process.ts";
import { serveSimulator, type StandaloneOptions } from "../../support/stripe/serve.ts";

const PACKS = ["Counting pack", "Colours pack", "Letters pack"];

/**
 * What a run found: one line of figures, and what is wrong, one line each. `rows` are figures that the
 * bench sets beside their goals, too.
 */
export type Outcome = { line: string; problems: string[]; rows?: Row[] };

/** How a run says how long it took. */
export const secondsSince = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

export type DataDir = {
  path: string;
  database: string;
  /** The products on sale. */
  productIds: number[];
  /** What each product's files hold. */
  contents: Map<number, string[]>;
  remove: () => void;
};

/**
 * A fresh data directory with three small products, as a store that is already set up has one; in
 * `parent`, where its disk matters.
 */
export async function makeDataDir(parent = tmpdir()): Promise<DataDir> {
  const path = await mkdtemp(join(parent, "papercub-faults-"));
  // Removed at the latest when this process ends, whatever ends it.
  const removeAll = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", removeAll);
  const remove = () => {
    process.off("exit", removeAll);
    removeAll();
  };
  const paths = pathsOf(path);
  const db = openDatabase(paths.database);
  const shop = { db, saveFile: diskFiles(paths).save, now: new Date() };
  const contents = new Map<number, string[]>();
  for (const name of PACKS) {
    const sheets = [`%PDF-1.4 ${name} A4`, `%PDF-1.4 ${name} Letter`];
    contents.set(await addProduct(shop, { name, contents: sheets }), sheets);
  }
  db.close();
  return { path, database: paths.database, productIds: [...contents.keys()], contents, remove };
}

/** Puts a product with one large file on sale, in a folder that no store serves from; returns its id. */
export async function sellLarge(dataDir: string, bytes: number): Promise<number> {
  const paths = pathsOf(dataDir);
  const db = openDatabase(paths.database);
  const shop = { db, saveFile: diskFiles(paths).save, now: new Date() };
  const productId = await addLargeProduct(shop, bytes);
  db.close();
  return productId;
}

/** A started store between a payment provider and a mail server. */
export type Shop = {
  url: string;
  port: number;
  store: StoreProcess;
  /** Starts the store again, after it has ended. */
  startAgain: () => Promise<void>;
  dataDir: DataDir;
  simulator: ReturnType<typeof serveSimulator>["simulator"];
  mails: MailServer;
};

/** How the provider sends its webhooks, and by what clock. */
type Webhooks = Pick<StandaloneOptions, "deliver" | "retryDelaysMs"> &
  Partial<Pick<StandaloneOptions, "now">>;

type Options = Webhooks & {
  /** What the store is started with besides. */
  env?: Record<string, string>;
  /** Where its data directory is made. */
  parent?: string | undefined;
  /** What stands in the database before the store opens it. */
  prepare?: (dataDir: DataDir) => void | Promise<void>;
};

/** Does `work` on a shop of its own, which is gone afterwards, whatever has happened. */
export async function withShop<Result>(
  { env, parent, prepare, ...webhooks }: Options,
  work: (shop: Shop) => Promise<Result>,
): Promise<Result> {
  const dataDir = await makeDataDir(parent);
  await prepare?.(dataDir);
  const { simulator, mails, settings, stop } = await openNeighbours(dataDir.path, webhooks);
  const { port } = settings;
  let store: StoreProcess | undefined;
  const start = async () =>
    (store = await startStore({ ...settings, env: { ...settings.env, ...env } }));
  const startAgain = async () => void (await start());
  try {
    const first = await start();
    return await work({
      url: first.url,
      port,
      store: first,
      startAgain,
      dataDir,
      simulator,
      mails,
    });
  } finally {
    await store?.end();
    await stop();
    dataDir.remove();
  }
}

/** The payment provider and the mail server of a store over this folder, and its settings. */
export async function openNeighbours(dataDir: string, webhooks: Webhooks) {
  const mails = await openMailServer();
  const port = await freePort();
  const payments = serveSimulator({
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${storeUrl(port)}/api/stripe/webhook`,
    now: () => new Date(),
    ...webhooks,
  });
  const env = shopEnv({ paymentsUrl: payments.url, smtpUrl: mails.url });
  return {
    simulator: payments.simulator,
    mails,
    settings: { dataDir, port, env },
    async stop() {
      await payments.stop();
      await mails.close();
    },
  };
}
