import { createHash, type Hash } from "node:crypto";
import { request } from "node:https";
import { inWords, summarize } from "../../support/figures.ts";
import { openProxy, TLS } from "../../support/proxies.ts";
import { until } from "../../support/until.ts";
import { freePort, startStore } from "../../support/store-process.ts";
import {
  type Ask,
  buyFile,
  comeToRest,
  type JsonAnswer,
  openMarket,
  sendBuyers,
} from "./buyers.ts";
import { countFindings, judge } from "./judge.ts";
import { openWorld, type Outcome, secondsSince, truthOf } from "./world.ts";

const BUYERS = 13;
const READERS = 3;
const PAUSE_MS = 50;
/** File size whose download takes longer than a shutdown waits, so each restart aborts some. */
const FILE_BYTES = 24 * 1024 * 1024;
const BYTES_PER_SECOND = 1024 * 1024;
const BETWEEN_RESTARTS_MS = 500;
const LIMIT_MS = 30_000;

type DeployOptions = { count: number; proxy: string; seed: number };

/**
 * Restarts the store `count` times behind a real proxy, configured by the example in docs/deploy,
 * while buyers pay and readers download. No request may fail, every aborted download must resume,
 * and every mail must be sent once.
 */
export async function runDeploys({ count, proxy, seed }: DeployOptions): Promise<Outcome> {
  if (proxy !== "haproxy" && proxy !== "caddy") throw new Error("--proxy is haproxy or caddy.");
  const startedAt = performance.now();
  const [secure, plain] = [await freePort(), await freePort()];
  const site = `https://localhost:${secure}`;
  const failed: string[] = [];
  const times: number[] = [];
  const startMs: number[] = [];
  const downloads = { read: 0, resumed: 0, broken: [] as string[] };
  /** Counts a request, and records a failure unless its status is 200. */
  const count200 = async <A extends { status: number }>(what: string, work: Promise<A>) => {
    const sentAt = performance.now();
    try {
      const answer = await work;
      if (answer.status !== 200) failed.push(`${what}: ${answer.status}`);
      return answer;
    } catch (error) {
      failed.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    } finally {
      times.push(performance.now() - sentAt);
    }
  };
  const ask: Ask = (nth, path, call) =>
    count200(path, askAs(nth, site + path, call)).catch(() => undefined);

  await using stack = new AsyncDisposableStack();
  const world = stack.use(
    await openWorld({
      largeBytes: FILE_BYTES,
      send: (webhook) => count200("webhook", sendWebhook(webhook, site)),
      // Failed webhooks count as failures and are not retried.
      retryDelaysMs: [],
      env: { PUBLIC_URL: site },
    }),
  );
  const store = stack.use(await startStore(world.settings));
  const front = await openProxy(proxy, { secure, plain, store: world.settings.port });
  stack.defer(front.close);
  const market = openMarket(world, { seed, ask });
  const file = await buyFile(market, world.largeId);
  const buyers = sendBuyers(market, { lines: BUYERS, pauseMs: PAUSE_MS });
  let isOpen = true;
  const readers = Array.from({ length: READERS }, async () => {
    while (isOpen) await readFile(file, downloads);
  });
  for (let restart = 0; restart < count; restart++) {
    await Bun.sleep(BETWEEN_RESTARTS_MS);
    await store.stop();
    const stoppedAt = performance.now();
    await store.start();
    startMs.push(performance.now() - stoppedAt);
  }
  isOpen = false;
  await Promise.all([buyers.stop(), ...readers]);
  await comeToRest(world);
  const truth = truthOf(world);
  const { received } = world.mails;
  // Ignore the timeout: the judge reports everything that is missing.
  const isMailed = () => received.length >= truth.paid.size;
  await until(isMailed, { what: "all is mailed", limitMs: LIMIT_MS }).catch(() => {});
  await store.stop();
  const found = judge(world.database, truth, { isAtRest: true, received });
  return {
    line:
      `${count} restarts behind ${proxy}: ${times.length} requests of ${BUYERS} buyers and their ` +
      `webhooks, ${failed.length} failed, in ms ${inWords(summarize(times))}; ` +
      `started in ms ${inWords(summarize(startMs))}; ${downloads.read} downloads, ` +
      `resumed ${downloads.resumed} times, ${downloads.broken.length} broken; ` +
      `${truth.paid.size} paid, ${countFindings(found)}, ${secondsSince(startedAt)}`,
    problems: [...failed, ...downloads.broken, ...found],
  };
}

/** Sends the nth visitor's request on a new connection and from its own client address. */
async function askAs(nth: number, url: string, call: Parameters<Ask>[2]): Promise<JsonAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<JsonAnswer>();
  const body = call && JSON.stringify(call.body);
  const options = {
    ...TLS,
    agent: false,
    method: call ? "POST" : "GET",
    localAddress: `127.77.${(nth >> 8) & 255}.${nth & 255}`,
    timeout: LIMIT_MS,
    headers: { ...call?.headers, ...(body && { "Content-Type": "application/json" }) },
  };
  const sent = request(url, options, (received) => {
    const parts: Buffer[] = [];
    received.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
    received.on("end", () => {
      try {
        const answer = JSON.parse(String(Buffer.concat(parts)));
        resolve({ status: received.statusCode ?? 0, body: answer });
      } catch (error) {
        reject(error);
      }
    });
  });
  sent.on("timeout", () => void sent.destroy(new Error("no answer in time"))).on("error", reject);
  sent.end(body);
  return promise;
}

/** Sends a webhook on a new connection: the proxy may close an idle one at any time. */
async function sendWebhook(webhook: Request, site: string): Promise<Response> {
  const { url, method, headers } = webhook;
  const body = await webhook.text();
  return fetch(site + new URL(url).pathname, { method, headers, body, keepalive: false, tls: TLS });
}

type Downloads = { read: number; resumed: number; broken: string[] };

/** Downloads a file, resuming after each aborted response. */
async function readFile(
  { url, sha256 }: { url: string; sha256: string },
  downloads: Downloads,
): Promise<void> {
  const hash = createHash("sha256");
  for (let bytes = 0; bytes < FILE_BYTES;) {
    if (bytes > 0) downloads.resumed++;
    const headers = { Range: `bytes=${bytes}-` };
    const answer = await fetch(url, { headers, tls: TLS }).catch(() => undefined);
    if (!answer) continue;
    if (answer.status !== 206) {
      downloads.broken.push(`download: ${answer.status} from byte ${bytes}`);
      return;
    }
    bytes += await readPaced(answer, hash);
  }
  downloads.read++;
  if (hash.digest("hex") !== sha256) downloads.broken.push("download: other bytes");
}

/** Reads a response at a limited speed until it ends or breaks off; returns the byte count. */
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
    // The connection was cut; the next request resumes from here.
  }
  return bytes;
}
