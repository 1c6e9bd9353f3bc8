import { connect, type Socket } from "node:net";
import { type Outcome, secondsSince } from "../shared/outcome.ts";
import { type Shop, withShop } from "../shared/shop.ts";
import { runAtRate, summarize } from "./schedule.ts";

const CLIENTS = 300;
const BYTE_EVERY_MS = 500;
const SECONDS = 10;
const RATE = 50;
const GOAL_MS = 25;

/** How long buyers wait while hundreds of clients send their requests a byte at a time. */
export const runSlowClients = () =>
  withShop({}, async (shop): Promise<Outcome> => {
    const startedAt = performance.now();
    // The first seconds of a process are another figure.
    await probe(shop);
    const idle = await probe(shop);
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, (_, nth) => dribble(shop.port, nth % 2 === 0)),
    );
    const slow = await probe(shop);
    for (const client of clients) client.destroy();
    return {
      line:
        `p99 of GET /api/products beside ${CLIENTS} slow clients: ${slow.p99.toFixed(1)} ms, ` +
        `${idle.p99.toFixed(1)} without (goal ${GOAL_MS} more), ${secondsSince(startedAt)}`,
      problems: slow.p99 - idle.p99 > GOAL_MS ? ["Buyers wait for slow clients"] : [],
    };
  });

const probe = async ({ url }: Shop) =>
  summarize(
    await runAtRate(
      Array.from({ length: SECONDS * RATE }, () => `${url}/api/products`),
      { rate: RATE, work: async (path) => void (await (await fetch(path)).text()) },
    ),
  );

/** Once connected, sends a head, or after a whole head its body, a byte at a time. */
function dribble(port: number, headToo: boolean): Promise<Socket> {
  const connected = Promise.withResolvers<Socket>();
  const head =
    `POST /api/send-otp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
  const socket = connect(port, "127.0.0.1", () => {
    let sent = headToo ? 0 : head.length;
    if (!headToo) socket.write(head);
    const timer = setInterval(() => {
      socket.write(head[sent] ?? " ");
      sent++;
    }, BYTE_EVERY_MS);
    socket.on("close", () => clearInterval(timer));
    connected.resolve(socket);
  });
  socket.on("data", () => {});
  // Being cut off is the store's good right.
  socket.on("error", connected.reject);
  return connected.promise;
}
