import { createHash, type Hash } from "node:crypto";
import { checkoutBody } from "../../support/browser.ts";
import { type Answer, askAs } from "../../support/client.ts";
import { inWords, summarize } from "../../support/figures.ts";
import { openProxy, TLS } from "../../support/proxies.ts";
import type { TestSimulator } from "../../support/stripe/simulator.ts";
import { freePort, startStore, type StoreProcess } from "../../support/store-process.ts";
import { comeToRest, createGate, newLedger, truthOf } from "./buyers.ts";
import { checkStore, countFindings } from "./check.ts";
import { seededRandom } from "./random.ts";
import { makeDataDir, openNeighbours, type Outcome, secondsSince, sellLarge } from "./shop.ts";

const BUYERS = 13;
const READERS = 3;
const PAUSE_MS = 50;
/** A download that takes longer than a shutdown waits: each restart aborts some. */
const FILE_BYTES = 24 * 1024 * 1024;
const BYTES_PER_SECOND = 1024 * 1024;
const BETWEEN_RESTARTS_MS = 500;
const MOST_SHOWN = 10;

type DeployOptions = { count: number; proxy: string; seed: number };

/**
 * Restarts the store `count` times behind a real proxy with the example of docs/deploy, while buyers
 * pay and readers download. No request may fail, and every download that is aborted must resume.
 */
export async function runDeploys({ count, proxy, seed }: DeployOptions): Promise<Outcome> {
  if (proxy !== "haproxy" && proxy !== "caddy") throw new Error("--proxy is haproxy or caddy.");
  const startedAt = performance.now();
  const dataDir = await makeDataDir();
  const [secure, plain, port] = [await freePort(), await freePort(), await freePort()];
  const site = `https://localhost:${secure}`;
  const tally = newTally();
  const ledger = newLedger();
  const { simulator, settings, ...neighbours } = await openNeighbours(dataDir.path, {
    deliver: (webhook) => tally.count("webhook", () => deliver(webhook, site)),
    // A webhook that fails is counted and not repeated.
    retryDelaysMs: [],
  });
  const start = () => startStore({ ...settings, port, env: { ...settings.env, PUBLIC_URL: site } });
  let store: StoreProcess | undefined;
  let front: Awaited<ReturnType<typeof openProxy>> | undefined;
  try {
    const large = await sellLarge(dataDir.path, FILE_BYTES);
    store = await start();
    front = await openProxy(proxy, { secure, plain, store: port });
    const shop = { site, simulator, ledger, tally, productIds: dataDir.productIds };
    const load = await sendLoad(shop, large);
    const startMs: number[] = [];
    for (let restart = 0; restart < count; restart++) {
      await Bun.sleep(BETWEEN_RESTARTS_MS);
      await store.stop();
      const stoppedAt = performance.now();
      store = await start();
      startMs.push(performance.now() - stoppedAt);
    }
    await load.stop();
    const random = seededRandom(seed);
    const market = { ...shop, storeUrl: site, gate: createGate(), random };
    await comeToRest(market, dataDir.database);
    await store.stop();
    const truth = truthOf(simulator, ledger);
    const found = checkStore(dataDir.database, truth);
    const { failed, broken, times, downloads } = tally;
    return {
      line:
        `${count} restarts behind ${proxy}: ${times.length} requests of ${BUYERS} buyers and their ` +
        `webhooks, ${failed.length} failed, in ms ${inWords(summarize(times))}; ` +
        `started in ms ${inWords(summarize(startMs))}; ${downloads.read} downloads, ` +
        `resumed ${downloads.resumed} times, ${broken.length} broken; ${truth.paid.size} paid, ` +
        `${countFindings(found)}, ${secondsSince(startedAt)}`,
      problems: [...failed.slice(0, MOST_SHOWN), ...broken.slice(0, MOST_SHOWN), ...found],
    };
  } finally {
    await front?.close();
    await store?.end();
    await neighbours.stop();
    dataDir.remove();
  }
}

/** What became of all requests and downloads. */
function newTally() {
  const failed: string[] = [];
  const broken: string[] = [];
  const times: number[] = [];
  const downloads = { read: 0, resumed: 0 };
  return {
    failed,
    broken,
    times,
    downloads,
    async count<A extends { status: number }>(what: string, ask: () => Promise<A>): Promise<A> {
      const startedAt = performance.now();
      try {
        const answer = await ask();
        if (answer.status !== 200) failed.push(`${what}: ${answer.status}`);
        return answer;
      } catch (error) {
        failed.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
        throw error;
      } finally {
        times.push(performance.now() - startedAt);
      }
    },
    async read({ url, sha256 }: LargeFile): Promise<void> {
      const hash = createHash("sha256");
      let bytes = 0;
      for (let part = 0; bytes < FILE_BYTES; part++) {
        const answer = await fetch(url, { headers: { Range: `bytes=${bytes}-` }, tls: TLS });
        if (answer.status !== 206) {
          broken.push(`download: ${answer.status} from byte ${bytes}`);
          return;
        }
        if (part > 0) downloads.resumed++;
        bytes += await readPaced(answer, hash);
      }
      downloads.read++;
      if (hash.digest("hex") !== sha256) broken.push("download: other bytes");
    },
  };
}

/** Reads a response at the pace of a slow line until it ends or breaks off; returns its bytes. */
async function readPaced({ body }: Response, hash: Hash): Promise<number> {
  let bytes = 0;
  const startedAt = performance.now();
  try {
    for await (const chunk of body ?? []) {
      hash.update(chunk);
      bytes += chunk.length;
      const aheadMs = (bytes / BYTES_PER_SECOND) * 1000 - (performance.now() - startedAt);
      if (aheadMs > 0) await Bun.sleep(aheadMs);
    }
  } catch {
    // The connection was cut: the next request continues from here.
  }
  return bytes;
}

type LargeFile = { url: string; sha256: string };

type Shop = {
  site: string;
  simulator: TestSimulator;
  ledger: ReturnType<typeof newLedger>;
  tally: ReturnType<typeof newTally>;
  productIds: number[];
};

/** Sends a webhook on a connection of its own: the proxy may close an idle one at any time. */
async function deliver(webhook: Request, site: string): Promise<Response> {
  const { url, method, headers } = webhook;
  const body = await webhook.text();
  return fetch(site + new URL(url).pathname, { method, headers, body, keepalive: false, tls: TLS });
}

/** Lets buyers pay and readers download until `stop`, which resolves when the last of them is done. */
async function sendLoad(shop: Shop, largeProductId: number) {
  let nth = 0;
  let open = true;
  const [file] = await buy(shop, ++nth, [largeProductId]);
  if (!file) throw new Error("The large file was not sold.");
  const again = async (work: () => Promise<unknown>) => {
    while (open) {
      // What has failed is counted.
      await work().catch(() => {});
      await Bun.sleep(PAUSE_MS);
    }
  };
  const lines = [
    ...Array.from({ length: BUYERS }, () => again(() => buy(shop, ++nth, shop.productIds))),
    ...Array.from({ length: READERS }, () => again(() => shop.tally.read(file))),
  ];
  return {
    async stop() {
      open = false;
      await Promise.all(lines);
    },
  };
}

/** Looks at the shop, starts a checkout, pays, and reads what was bought; returns its files. */
async function buy(
  { site, simulator, ledger, tally }: Shop,
  nth: number,
  productIds: number[],
): Promise<LargeFile[]> {
  const ask = (what: string, path: string, call?: Parameters<typeof askAs>[2]): Promise<Answer> =>
    tally.count(what, () => askAs(nth, site + path, call));
  await ask("product list", "/api/products");
  const body = checkoutBody(productIds);
  const headers = { Origin: site };
  const started = await ask("checkout", "/api/create-checkout-session", {
    method: "POST",
    headers,
    body,
  });
  const sessionId = String(started.body["sessionId"]);
  ledger.carts.set(sessionId, productIds);
  await simulator.control.pay(sessionId, { email: `buyer-${nth}@example.com` });
  const detail = await ask("purchase", `/api/products/purchase-detail?sessionId=${sessionId}`);
  if (detail.body["status"] === "paid") ledger.acknowledge("sessions", sessionId);
  const bought = detail.body["products"] as { files: LargeFile[] }[];
  return bought.flatMap(({ files }) => files);
}
