import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { openDatabase, openReader } from "../../../db/client.ts";
import { WEBHOOK_TYPES } from "../../../db/enums.ts";
import { insertRow } from "../../../db/record.ts";
import { webhookEndpoints } from "../../../db/store-schema.ts";
import { startStore } from "../../support/store-process.ts";
import { within } from "../../support/until.ts";
import { comeToRest, openMarket, sendBuyers } from "./buyers.ts";
import { type Random, seededRandom } from "./random.ts";
import { FAST_RETRIES_MS, openWorld, type Outcome, secondsSince, type World } from "./world.ts";

const SECRET = `whsec_${Buffer.from("the secret of the torture").toString("base64")}`;
const ENDPOINTS = 2;
const FIRST_MOMENT_MS = 50;
const LAST_MOMENT_MS = 600;
const SERVED_LIMIT_MS = 30_000;
/** One in so many paid orders is refunded between two kills. */
const REFUNDED_ONE_IN = 4;
/** Moments of the kills once the buyers are gone, and the number of kills after which it ends. */
const LAST_SENDING_MS = 2000;
const MAX_SENDING = 200;

type Call = { endpoint: number; id: string; body: string; isAccepted: boolean; isSigned: boolean };

/**
 * Kills the store at random moments, first while buyers pay and are refunded, at least `kills`
 * times and until there are `count` events for each of two endpoints, then until all are sent. The
 * endpoints fail at random. Each event must be accepted, in the order of its order's events.
 */
export async function runWebhooks({
  count,
  kills,
  seed,
}: {
  count: number;
  kills: number;
  seed: number;
}): Promise<Outcome> {
  const startedAt = performance.now();
  const receiver = await openReceiver(seededRandom(seed + 1));
  await using world = await openWorld({
    retryDelaysMs: FAST_RETRIES_MS,
    env: { WEBHOOK_ALLOW_PRIVATE: "1" },
  });
  addEndpoints(world, receiver.url);
  await using store = await startStore(world.settings);
  const market = openMarket(world, { seed });
  const { gate, random } = market;
  const buyers = sendBuyers(market, { lines: 2 });
  const refunded = new Set<string>();
  let done = 0;
  const killAfter = async (latestMs: number) => {
    await Bun.sleep(random.between(FIRST_MOMENT_MS, latestMs));
    gate.close();
    await store.kill();
    done += 1;
    endPauses(world);
    await store.start();
    gate.open();
  };
  while (done < kills || countDeliveries(world, "true") < count * ENDPOINTS) {
    await within(gate.served(), { what: "a buyer is served", limitMs: SERVED_LIMIT_MS });
    refundSome(world, { random, refunded });
    await killAfter(LAST_MOMENT_MS);
  }
  await buyers.stop();
  await comeToRest(world);
  for (let nth = 0; nth < MAX_SENDING && countDeliveries(world, "status = 'queued'") > 0; nth++) {
    await killAfter(LAST_SENDING_MS);
  }
  await store.stop();
  receiver.close();
  const problems = judgeCalls(world, receiver.calls);
  const accepted = receiver.calls.filter(({ isAccepted }) => isAccepted);
  const events = new Set(accepted.map(keyOf)).size;
  return {
    line:
      `webhooks: kills ${done}, orders refunded ${refunded.size}, calls ${receiver.calls.length}, ` +
      `events accepted ${events}, accepted again ${accepted.length - events}, ` +
      `problems ${problems.length}, ${secondsSince(startedAt)}, seed ${seed}`,
    problems,
  };
}

function addEndpoints({ database }: World, url: string): void {
  const db = openDatabase(database);
  const author = { actor: "torture", now: new Date() };
  db.write((tx) => {
    for (let nth = 1; nth <= ENDPOINTS; nth++) {
      const row = { url: `${url}/${nth}`, secret: SECRET, events: [...WEBHOOK_TYPES] };
      insertRow(tx, webhookEndpoints, row, author);
    }
  });
  db.close();
}

/** Opens a server that refuses every third call: with an error, or by closing the connection. */
async function openReceiver(random: Random) {
  const calls: Call[] = [];
  const webhook = new Webhook(SECRET);
  const fail = (response: ServerResponse) => {
    if (random.between(1, 2) === 1) response.writeHead(500).end();
    else response.destroy();
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const isAccepted = random.between(1, 3) > 1;
      calls.push({
        endpoint: Number(request.url?.slice(1)),
        id: String(request.headers["webhook-id"]),
        body,
        isAccepted,
        isSigned: isSigned(webhook, body, request.headers as Record<string, string>),
      });
      if (isAccepted) response.writeHead(204).end();
      else fail(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => server.close(),
  };
}

function isSigned(webhook: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    webhook.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

function refundSome(
  { simulator }: World,
  { random, refunded }: { random: Random; refunded: Set<string> },
): void {
  for (const { id, payment_status: payment, amount_total: total } of simulator.control.sessions()) {
    if (payment !== "paid" || !total || refunded.has(id)) continue;
    if (random.between(1, REFUNDED_ONE_IN) > 1) continue;
    refunded.add(id);
    simulator.control.refund(id);
  }
}

/** Ends the pauses after failed attempts, which take days. */
function endPauses({ database }: World): void {
  const db = openDatabase(database);
  db.sqlite.exec("UPDATE webhook_deliveries SET next_attempt_at = 0 WHERE status = 'queued'");
  db.close();
}

function countDeliveries({ database }: World, where: string): number {
  const { sqlite, close } = openReader(database);
  const count = sqlite.prepare(`SELECT count(*) FROM webhook_deliveries WHERE ${where}`).pluck();
  const deliveries = Number(count.get());
  close();
  return deliveries;
}

const keyOf = ({ endpoint, id }: Call) => `${endpoint}:${id}`;

type Stored = { endpoint: number; id: string; subject: string; status: string; payload: string };

/** Compares the events of the orders with the calls; returns the problems. */
function judgeCalls({ database }: World, calls: Call[]): string[] {
  const { sqlite, close } = openReader(database);
  const stored = sqlite
    .prepare<[], Stored>(
      `SELECT endpoint_id AS endpoint, message_id AS id, subject, status, payload
       FROM webhook_deliveries ORDER BY webhook_deliveries.id`,
    )
    .all();
  const missing = sqlite
    .prepare<[], string>(
      `SELECT 'lost: the event of order ' || number FROM orders, webhook_endpoints
       WHERE orders.status = 'paid' AND NOT EXISTS (SELECT 1 FROM webhook_deliveries
         WHERE endpoint_id = webhook_endpoints.id AND message_id = 'paid_' || number)
       UNION ALL
       SELECT 'lost: the refund of order ' || number FROM orders, webhook_endpoints
       WHERE refunded_amount > 0 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries
         WHERE endpoint_id = webhook_endpoints.id AND subject = 'orders:' || orders.id
           AND type = 'order.refunded')`,
    )
    .pluck()
    .all();
  close();
  const ofEvent = Map.groupBy(calls, keyOf);
  const problems = stored.flatMap(({ endpoint, id, status, payload }) => {
    const received = ofEvent.get(`${endpoint}:${id}`) ?? [];
    const isDelivered = status === "sent" && received.some(({ isAccepted }) => isAccepted);
    const isAsStored = received.every(({ body, isSigned }) => body === payload && isSigned);
    return [
      ...(isDelivered ? [] : [`lost: ${id} at endpoint ${endpoint}`]),
      ...(isAsStored ? [] : [`damaged: ${id} at endpoint ${endpoint}`]),
    ];
  });
  const bySubject = Map.groupBy(stored, ({ endpoint, subject }) => `${endpoint}:${subject}`);
  const overtaken = [...bySubject.values()].flatMap((events) =>
    events.slice(1).flatMap((event, nth) => {
      const [before, after] = [events[nth], event].map(
        (each) => each && `${each.endpoint}:${each.id}`,
      );
      const accepted = calls.findIndex((call) => keyOf(call) === before && call.isAccepted);
      const first = calls.findIndex((call) => keyOf(call) === after);
      return first < accepted ? [`overtaken: ${before} by ${after}`] : [];
    }),
  );
  return [...missing, ...problems, ...overtaken];
}
