import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { diskFiles } from "../../../server/integrations/disk-files.ts";
import { addProduct } from "../../support/catalogue.ts";
import { openShopIn } from "../../support/open-shop-in.ts";
import { addLargeProduct } from "../../support/sold-file.ts";
import { openMailServer } from "../../support/smtp-stub.ts";
import {
  freePort,
  SECRET_KEY,
  shopEnv,
  storeUrl,
  WEBHOOK_SECRET,
} from "../../support/store-process.ts";
import { serveSimulator } from "../../support/stripe/serve.ts";
import type { TestSimulator } from "../../support/stripe/simulator.ts";

const PACKS = ["Counting pack", "Colours pack", "Letters pack"];
/** Retries webhooks every 250 ms for 30 s, while the store restarts. */
export const FAST_RETRIES_MS = Array.from({ length: 120 }, () => 250);

/** Memory-backed folder for thousands of short-lived databases, where available. */
export const MEMORY_DISK = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Result of a run: a line of figures, and one line per problem. */
export type Outcome = { line: string; problems: string[] };

export const secondsSince = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

const folders = new Set<string>();
process.once("exit", () => folders.forEach(removeFolder));

/** Creates a temporary folder; it is removed by `removeFolder` or when this process exits. */
export function makeFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "papercub-lab-"));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** Opens a shop with three small products, and one with a file of `largeBytes`, in a data folder. */
export async function addPacks(dataDir: string, largeBytes = 0) {
  openShopIn(dataDir);
  const paths = pathsOf(dataDir);
  const db = openDatabase(paths.database);
  const shop = { db, saveFile: diskFiles(paths).save, now: new Date() };
  /** Contents of the files, by product id. */
  const contents = new Map<number, string[]>();
  for (const name of PACKS) {
    const sheets = [`%PDF-1.4 ${name} A4`, `%PDF-1.4 ${name} Letter`];
    contents.set(await addProduct(shop, { name, contents: sheets }), sheets);
  }
  const largeId = largeBytes > 0 ? await addLargeProduct(shop, largeBytes) : 0;
  db.close();
  return { contents, productIds: [...contents.keys()], largeId };
}

type NeighbourOptions = {
  /** Number of concurrent deliveries of each webhook. */
  copies?: number;
  /** Sends a webhook to the store; defaults to `fetch`. */
  send?: (webhook: Request) => Promise<Response>;
  retryDelaysMs?: number[];
  /** Called when the store first acknowledges an event or a session. */
  onAcknowledge?: Acknowledge;
  env?: Record<string, string>;
};

export async function openNeighbours(dataDir: string, options: NeighbourOptions = {}) {
  const { copies = 1, send = fetch, retryDelaysMs, env, onAcknowledge } = options;
  const ledger = newLedger(onAcknowledge);
  const port = await freePort();
  const mails = await openMailServer();
  const once = async (webhook: Request): Promise<Response> => {
    const { id } = (await webhook.clone().json()) as { id: string };
    const answer = await send(webhook.clone());
    if (answer.ok) ledger.acknowledge("events", id);
    return answer;
  };
  const payments = serveSimulator({
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${storeUrl(port)}/api/stripe/webhook`,
    now: () => new Date(),
    ...(retryDelaysMs && { retryDelaysMs }),
    async deliver(webhook) {
      const sent = await Promise.allSettled(Array.from({ length: copies }, () => once(webhook)));
      const failed = sent.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
      const answers = sent.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      return answers.find(({ ok }) => !ok) ?? answers[0] ?? Response.error();
    },
  });
  const settings = {
    dataDir,
    port,
    env: { ...shopEnv({ paymentsUrl: payments.url, smtpUrl: mails.url }), ...env },
  };
  return {
    dataDir,
    database: pathsOf(dataDir).database,
    simulator: payments.simulator,
    mails,
    ledger,
    settings,
    async [Symbol.asyncDispose]() {
      await payments.stop();
      await mails.close();
    },
  };
}

export type Neighbours = Awaited<ReturnType<typeof openNeighbours>>;

/** Opens a payment provider, a mail server and a data folder; `await using` removes everything. */
export async function openWorld({ largeBytes, ...options }: WorldOptions = {}) {
  const dataDir = makeFolder();
  const products = await addPacks(dataDir, largeBytes);
  const neighbours = await openNeighbours(dataDir, options);
  return {
    ...neighbours,
    ...products,
    async [Symbol.asyncDispose]() {
      await neighbours[Symbol.asyncDispose]();
      removeFolder(dataDir);
    },
  };
}

type WorldOptions = NeighbourOptions & { largeBytes?: number };
export type World = Awaited<ReturnType<typeof openWorld>>;

type Acknowledge = (kind: "events" | "sessions", id: string) => void;

/** Creates a record of everything the store acknowledged, and of the products in each session. */
function newLedger(onAcknowledge: Acknowledge = () => {}) {
  const acknowledged = { events: new Set<string>(), sessions: new Set<string>() };
  const carts = new Map<string, number[]>();
  const acknowledge: Acknowledge = (kind, id) => {
    if (!acknowledged[kind].has(id)) onAcknowledge(kind, id);
    acknowledged[kind].add(id);
  };
  return { ...acknowledged, carts, acknowledge };
}

/** The provider's and the buyers' records, which the store's database must match. */
export type Truth = {
  /** Products and amount (cents) of each paid session; a null amount is not compared. */
  paid: Map<string, { productIds: number[]; amount: number | null }>;
  /** Ids of events whose webhook was acknowledged with a 2xx status. */
  events: Set<string>;
};

export function truthOf({
  simulator,
  ledger,
}: {
  simulator: TestSimulator;
  ledger: Neighbours["ledger"];
}): Truth {
  const paid = simulator.control.sessions().filter((one) => one.payment_status === "paid");
  return {
    paid: new Map(
      paid.map(({ id, amount_total: amount }) => [
        id,
        { productIds: ledger.carts.get(id) ?? [], amount },
      ]),
    ),
    events: new Set(ledger.events),
  };
}
