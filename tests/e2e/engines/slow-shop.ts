import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../../support/store-process.ts";
import { openStore } from "../own-store.ts";

export type SlowShop = Awaited<ReturnType<typeof openSlowShop>>;

/** Starts a store behind a connection that can be cut or delayed for one path. */
export async function openSlowShop() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const store = await openStore({ PUBLIC_URL: url });
  const storePort = Number(new URL(store.url).port);
  const sockets = new Set<Socket>();
  let slow: { request: string; delayMs: number } | undefined;

  const server = createServer((near) => {
    const far = connect(storePort, "127.0.0.1");
    far.pipe(near);
    near.on("data", (chunk: Buffer) => {
      // Browsers send no second request on a connection before the first is answered.
      const isSlow = slow && chunk.toString("latin1").startsWith(slow.request);
      if (slow && isSlow) setTimeout(() => far.write(chunk), slow.delayMs);
      else far.write(chunk);
    });
    sockets.add(near);
    near.on("error", () => {}).on("close", () => far.destroy());
    far.on("error", () => {}).on("close", () => near.destroy());
    near.on("close", () => sockets.delete(near));
  });
  const reconnect = () => new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  await reconnect();
  return {
    url,
    /** Closes every connection and refuses new ones until `reconnect` is called. */
    cut,
    reconnect,
    /** Delays every later request for this path. */
    slowDown(path: string, delayMs: number): void {
      slow = { request: `GET ${path} `, delayMs };
    },
    async close(): Promise<void> {
      cut();
      await store.close();
    },
  };
}
