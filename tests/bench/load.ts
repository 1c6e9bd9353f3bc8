import { connect } from "node:net";

type Load = { url: string; connections: number; seconds: number };

/**
 * Requests per second of one address: each connection asks again as soon as it has the whole
 * answer. The answers must all be equally long, so that counting bytes is all there is to do here.
 */
export async function measureRequests({ url, connections, seconds }: Load): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`;
  const bytes = await answerBytes({ hostname, port: Number(port), request });
  let answered = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, () =>
      keepAsking({ hostname, port: Number(port), request, bytes, endsAt }, () => answered++),
    ),
  );
  return answered / ((performance.now() - startedAt) / 1000);
}

type Target = { hostname: string; port: number; request: string };

/** The length of one answer with its head. */
function answerBytes({ hostname, port, request }: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, hostname, () => socket.write(request));
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
    const socket = connect(port, hostname, () => socket.write(request));
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk: Buffer) => {
      missing -= chunk.byteLength;
      if (missing > 0) return;
      onAnswer();
      missing = bytes;
      if (performance.now() < endsAt) socket.write(request);
      else socket.destroy();
    });
  });
}
