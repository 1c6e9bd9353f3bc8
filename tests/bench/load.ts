import { connect } from "node:net";

const GOOD = "HTTP/1.1 2";

type Load = {
  url: string;
  connections: number;
  seconds: number;
  /** What is sent with the nth request. */
  headersOf?: (nth: number) => Record<string, string>;
};

/** Requests per second of one address. */
export async function measureRequests(load: Load): Promise<number> {
  const { answered, seconds } = await sendRequests(load);
  return answered / seconds;
}

/**
 * Asks one address for some time: each connection asks again as soon as it has the whole answer. The
 * answers must all be good and equally long, so that counting bytes is all there is to do here.
 */
export async function sendRequests({ url, connections, seconds, headersOf = () => ({}) }: Load) {
  const { hostname, port, pathname, search } = new URL(url);
  let asked = 0;
  const request = () => {
    const lines = Object.entries(headersOf(asked++)).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const host = `Host: ${hostname}:${port}\r\n`;
    return `GET ${pathname}${search} HTTP/1.1\r\n${host}${lines.join("")}\r\n`;
  };
  const target = { hostname, port: Number(port), request };
  const bytes = await answerBytes(target);
  let answered = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, () =>
      keepAsking({ ...target, bytes, endsAt }, () => answered++),
    ),
  );
  return { answered, seconds: (performance.now() - startedAt) / 1000 };
}

type Target = { hostname: string; port: number; request: () => string };

/** The length of one answer with its head. */
function answerBytes({ hostname, port, request }: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, hostname, () => socket.write(request()));
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("data", (chunk: string) => {
      text += chunk;
      const head = text.indexOf("\r\n\r\n");
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (head < 0 || !length || text.length < head + 4 + Number(length)) return;
      socket.destroy();
      resolve(head + 4 + Number(length));
    });
  });
}

function keepAsking(
  { hostname, port, request, bytes, endsAt }: Target & { bytes: number; endsAt: number },
  onAnswer: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing = bytes;
    const socket = connect(port, hostname, () => socket.write(request()));
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk: Buffer) => {
      const status = missing === bytes && chunk.toString("latin1", 0, GOOD.length);
      if (status && status !== GOOD) {
        socket.destroy(new Error(`An answer began with ${chunk.toString("latin1", 0, 16)}`));
        return;
      }
      missing -= chunk.byteLength;
      if (missing > 0) return;
      onAnswer();
      missing = bytes;
      if (performance.now() < endsAt) socket.write(request());
      else socket.destroy();
    });
  });
}
