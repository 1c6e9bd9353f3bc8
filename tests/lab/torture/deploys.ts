import { checkoutBody } from "../../support/browser.ts";
import { type Answer, askAs } from "../../support/client.ts";
import { inWords, summarize } from "../../support/figures.ts";
import { openProxy, type Proxy, TLS } from "../../support/proxies.ts";
import { readSlowly } from "../../support/slow-reader.ts";
import type { TestSimulator } from "../../support/stripe/simulator.ts";
import { freePort, startStore, type StoreProcess, storeUrl } from "../../support/store-process.ts";
import { comeToRest, createGate, newLedger, truthOf } from "./buyers.ts";
import { checkStore, countFindings } from "./check.ts";
import { seededRandom } from "./random.ts";
import { makeDataDir, openNeighbours, type Outcome, secondsSince, sellLarge } from "./shop.ts";

const BUYERS = 13;
const READERS = 3;
const PAUSE_MS = 50;
/** More than the sockets and the proxy hold, at a pace that takes a few seconds. */
const FILE_BYTES = 16 * 1024 * 1024;
const BYTES_PER_SECOND = 5 * 1024 * 1024;
/** What a deploy is left to rest before the next one. */
const REST_MS = 500;
const LIVE_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 20;
const MOST_SHOWN = 10;

type Options = { count: number; proxy: string; seed: number };

/**
 * Replaces the store `count` times, as docs/deploy.md says, behind a real proxy with the example of
 * docs/deploy, while buyers pay and readers download. No request may fail, and no download break.
 */
export async function runDeploys({ count, proxy, seed }: Options): Promise<Outcome> {
  if (!isProxy(proxy)) throw new Error("--proxy is haproxy, caddy or nginx.");
  const startedAt = performance.now();
  const dataDir = await makeDataDir();
  const [secure, plain, first, second] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const site = `https://localhost:${secure}`;
  const tally = newTally();
  const ledger = newLedger();
  const { simulator, settings, ...neighbours } = await openNeighbours(dataDir.path, {
    deliver: (webhook) => tally.count("webhook", () => deliver(webhook, site)),
    // One that fails is counted, and not tried again.
    retryDelaysMs: [],
  });
  const start = (port: number) =>
    startStore({ ...settings, port, env: { ...settings.env, PUBLIC_URL: site } });
  let store: StoreProcess | undefined;
  let front: Awaited<ReturnType<typeof openProxy>> | undefined;
  try {
    const large = await sellLarge(dataDir.path, FILE_BYTES);
    store = await start(first);
    front = await openProxy(proxy, { secure, plain, stores: [first, second] });
    const shop = { site, simulator, ledger, tally, productIds: dataDir.productIds };
    const load = await sendLoad(shop, large);
    const takenOver: number[] = [];
    for (let deploy = 0; deploy < count; deploy++) {
      const port = deploy % 2 === 0 ? second : first;
      const { sendTo } = front;
      const { next, ms } = await replace(store, port, { start, sendTo });
      takenOver.push(ms);
      store = next;
      await Bun.sleep(REST_MS);
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
        `${count} deploys behind ${proxy}: ${times.length} requests of ${BUYERS} buyers and their ` +
        `webhooks, ${failed.length} failed, in ms ${inWords(summarize(times))}; ` +
        `the next store open in ms ${inWords(summarize(takenOver))}; ` +
        `${downloads()} downloads, ${broken.length} broken; ${truth.paid.size} paid, ` +
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

function isProxy(name: string): name is Proxy {
  return name === "haproxy" || name === "caddy" || name === "nginx";
}

type Steps = {
  start: (port: number) => Promise<StoreProcess>;
  sendTo: (port: number) => Promise<void>;
};

/**
 * The steps of docs/deploy.md: starts the next one, sees that it lives, and tells the other one to leave.
 * Resolves when that has ended, with how long it took until the next one was open.
 */
async function replace(before: StoreProcess, port: number, { start, sendTo }: Steps) {
  const opened = start(port);
  await Promise.race([isLive(port), opened]);
  await sendTo(port);
  const toldAt = performance.now();
  const openedIn = opened.then(() => performance.now() - toldAt);
  const [next, ms] = await Promise.all([opened, openedIn, before.stop()]);
  return { next, ms };
}

async function isLive(port: number): Promise<void> {
  const endsAt = performance.now() + LIVE_WITHIN_MS;
  const ask = () => fetch(`${storeUrl(port)}/api/health?live`).catch(() => undefined);
  while ((await ask())?.status !== 200) {
    if (performance.now() > endsAt) throw new Error("The next store does not live.");
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

/** What became of all that was asked for: a request has failed that was not answered as it must be. */
function newTally() {
  const failed: string[] = [];
  const broken: string[] = [];
  const times: number[] = [];
  let downloads = 0;
  return {
    failed,
    broken,
    times,
    downloads: () => downloads,
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
      const { done } = readSlowly(url, { bytesPerSecond: BYTES_PER_SECOND });
      const read = await done;
      downloads++;
      if (!read.isWhole || read.sha256 !== sha256) {
        broken.push(`download: ${read.status}, ${read.bytes} of ${FILE_BYTES} bytes`);
      }
    },
  };
}

type LargeFile = { url: string; sha256: string };

type Shop = {
  site: string;
  simulator: TestSimulator;
  ledger: ReturnType<typeof newLedger>;
  tally: ReturnType<typeof newTally>;
  productIds: number[];
};

function deliver(webhook: Request, site: string): Promise<Response> {
  const { pathname } = new URL(webhook.url);
  return fetch(new Request(site + pathname, webhook), { tls: TLS });
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
