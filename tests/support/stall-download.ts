import { createHash } from "node:crypto";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { TLS } from "./proxies.ts";

/** Result of a download; an aborted one contains the bytes received so far. */
export type Download = { status: number; bytes: number; sha256: string; isWhole: boolean };

const HEAD_END = "\r\n\r\n";

/**
 * Downloads from a local server, pausing after the first bytes until `goOn`; unread bytes fill the
 * socket buffers, then the server's. `begun` resolves at the first byte, `done` at the end,
 * complete or not.
 */
export function stallDownload(url: string) {
  const { protocol, host, hostname, port, pathname, search } = new URL(url);
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<Download>();
  const hash = createHash("sha256");
  let head = "";
  let status = 0;
  let length = Infinity;
  let bytes = 0;
  let isStalled = true;

  const ask = () => void socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const place = { host: hostname, port: Number(port) };
  const socket =
    protocol === "https:"
      ? connectSecurely({ ...place, ...TLS, servername: hostname }, ask)
      : connect(place, ask);
  const take = (body: Buffer) => {
    hash.update(body);
    bytes += body.length;
    if (bytes >= length) socket.destroy();
  };
  socket.on("data", (chunk: Buffer) => {
    begun.resolve();
    if (isStalled) socket.pause();
    if (status !== 0) return take(chunk);
    head += chunk.toString("latin1");
    const end = head.indexOf(HEAD_END);
    if (end < 0) return;
    status = Number(head.split(" ")[1]);
    length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Infinity);
    take(Buffer.from(head.slice(end + HEAD_END.length), "latin1"));
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    begun.resolve();
    done.resolve({ status, bytes, sha256: hash.digest("hex"), isWhole: bytes === length });
  });
  return {
    begun: begun.promise,
    done: done.promise,
    goOn(): void {
      isStalled = false;
      socket.resume();
    },
    leave: () => void socket.destroy(),
  };
}
