import { connect } from "node:net";
import { rawRequest } from "../../support/raw-request.ts";

const GOOD = "HTTP/1.1 2";

type Load = {
  url: string;
  connections: number;
  seconds: number;
  /** What is sent with the nth request. */
  headersOf?: (nth: number) => Record<string, string>;
};

/**
 * Asks one address for some time: each connection asks again as soon as it has the whole answer. The
 * answers must all be good and equally long, so that counting bytes is all there is to do here.
 */
export async function sendRequests({ url, connections, seconds, headersOf = () => ({}) }: Load) {
  const { host, port, pathname, search } = new URL(url);
  let asked = 0;
  const request = () => {
    const headers = Object.entries({ Host: host, ...headersOf(asked++) });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
    return `GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`;
  };
  const { length: bytes } = await rawRequest(Number(port), request());
  let answered = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const keepAsking = () =>
    new Promise<void>((resolve, reject) => {
      let missing = bytes;
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(request()));
      socket.setNoDelay(true);
      socket.on("error", reject);
      socket.on("close", () => resolve());
      socket.on("data", (chunk: Buffer) => {
        if (missing === bytes && chunk.toString("latin1", 0, GOOD.length) !== GOOD) {
          socket.destroy(new Error(`An answer began with ${chunk.toString("latin1", 0, 16)}`));
          return;
        }
        missing -= chunk.byteLength;
        if (missing > 0) return;
        answered++;
        missing = bytes;
        if (performance.now() < endsAt) socket.write(request());
        else socket.destroy();
      });
    });
  await Promise.all(Array.from({ length: connections }, keepAsking));
  return { answered, seconds: (performance.now() - startedAt) / 1000 };
}
