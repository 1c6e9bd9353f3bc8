import type { LookupAddress } from "node:dns";
import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { webhookPost } from "../../../server/integrations/webhook-post.ts";
import { openReceiver } from "../../support/webhook-receiver.ts";

const PEM = readFileSync(join(import.meta.dirname, "../../support/localhost.pem"), "utf8");
const MESSAGE = { headers: { "webhook-id": "m1" }, body: '{"type":"test"}' };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Opens a server that runs `serve` on each connection; returns its URL and the number of connections. */
async function openSocket(serve: (socket: Socket) => void = () => {}) {
  const opened = { count: 0, url: "" };
  const sockets: Socket[] = [];
  const port = await listen(
    createServer((socket) => {
      opened.count += 1;
      sockets.push(socket.on("error", () => {}));
      serve(socket);
    }),
  );
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  opened.url = `http://127.0.0.1:${port}/hook`;
  return opened;
}

/** Writes a text again and again while the other side reads. */
function flood(text: string) {
  return (socket: Socket) => {
    const pump = () => {
      while (socket.writable && socket.write(text));
      if (socket.writable) socket.once("drain", pump);
    };
    pump();
  };
}

const NOT_PUBLIC: [what: string, address: string][] = [
  ["this machine", "127.0.0.1"],
  ["this machine in IPv6", "::1"],
  ["this machine as a mapped IPv4 address", "::ffff:127.0.0.1"],
  ["this machine as a compatible IPv4 address", "::127.0.0.1"],
  ["the metadata of a cloud", "169.254.169.254"],
  ["a unique local address", "fd12:3456::1"],
  ["any address", "0.0.0.0"],
  ["any address in IPv6", "::"],
  ["the network of a carrier", "100.64.0.1"],
  ["a private network", "10.1.2.3"],
  ["a private network of a router", "192.168.0.1"],
  ["a private network of containers", "172.17.0.1"],
  ["a link-local address", "fe80::1"],
  ["a translated IPv4 address", "64:ff9b::7f00:1"],
  ["a tunnel to an IPv4 address", "2002:7f00:1::"],
  ["a group", "224.0.0.1"],
  ["a reserved address", "240.0.0.1"],
];

test.each(NOT_PUBLIC)("%s is not called, by its address or by a name", async (_what, address) => {
  const family = address.includes(":") ? 6 : 4;
  const host = family === 6 ? `[${address}]` : address;
  const post = webhookPost({
    allowsPrivate: false,
    // One public address among others does not help.
    resolve: (_name, _options, done) =>
      done(null, [
        { address: "8.8.8.8", family: 4 },
        { address, family },
      ]),
  });
  expect(await post({ url: `https://${host}/hook`, ...MESSAGE })).toEqual({ fault: "private" });
  expect(await post({ url: "https://shop.example/hook", ...MESSAGE })).toEqual({
    fault: "private",
  });
});

test.each(["http://0x7f.1/", "http://2130706433/", "http://localhost/", "http://example.com/"])(
  "%s is not called without TLS",
  async (url) => {
    const post = webhookPost({ allowsPrivate: false });
    expect(await post({ url, ...MESSAGE })).toEqual({ fault: "insecure" });
  },
);

test("a name is resolved once, and the checked address is the one that is called", async () => {
  const receiver = await openReceiver();
  const answers: LookupAddress[][] = [];
  // A second question would get another address.
  const resolve = (
    _name: string,
    _options: object,
    done: (...args: [null, LookupAddress[]]) => void,
  ) => {
    answers.push([{ address: answers.length === 0 ? "127.0.0.1" : "8.8.8.8", family: 4 }]);
    done(null, answers.at(-1) ?? []);
  };
  const post = webhookPost({ allowsPrivate: true, resolve });
  const url = receiver.url.replace("127.0.0.1", "shop.invalid");
  expect(await post({ url, ...MESSAGE })).toEqual({ status: 204 });
  expect(answers).toHaveLength(1);
  expect(receiver.received[0]).toMatchObject({
    body: MESSAGE.body,
    headers: { host: new URL(url).host, "webhook-id": "m1" },
  });
});

test("a certificate that nobody vouches for is refused", async () => {
  let calls = 0;
  const port = await listen(createTlsServer({ key: PEM, cert: PEM }, () => (calls += 1)));
  const post = webhookPost({ allowsPrivate: true });
  const outcome = await post({ url: `https://localhost:${port}/hook`, ...MESSAGE });
  expect(outcome).toEqual({ fault: "unreachable", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  expect(calls).toBe(0);
});

test("a redirect is not followed", async () => {
  const other = await openReceiver();
  const receiver = await openReceiver((response) =>
    response.writeHead(307, { Location: other.url }).end(),
  );
  const post = webhookPost({ allowsPrivate: true });
  expect(await post({ url: receiver.url, ...MESSAGE })).toEqual({ status: 307 });
  expect(other.received).toEqual([]);
});

const HEAD = "HTTP/1.1 200 OK\r\n";
const SLOW: [what: string, serve: (socket: Socket) => void][] = [
  ["never answers", () => {}],
  ["sends its headers too slowly", (socket) => trickle(socket)],
  ["sends one interim response after the other", flood("HTTP/1.1 103 Early Hints\r\n\r\n")],
];

function trickle(socket: Socket): void {
  socket.write(HEAD);
  const timer = setInterval(() => socket.write("X-Padding: a\r\n"), 20);
  socket.on("close", () => clearInterval(timer));
}

test.each(SLOW)("an endpoint that %s is given up in time", async (_what, serve) => {
  const { url } = await openSocket(serve);
  const post = webhookPost({ allowsPrivate: true, timeoutMs: 100 });
  expect(await post({ url, ...MESSAGE })).toEqual({ fault: "timeout" });
});

test("a name server that never answers is given up in time", async () => {
  const post = webhookPost({ allowsPrivate: false, timeoutMs: 100, resolve: () => {} });
  expect(await post({ url: "https://shop.example", ...MESSAGE })).toEqual({ fault: "timeout" });
});

test("an endless body is not read", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { url } = await openSocket((socket) => {
    socket.on("close", () => resolve());
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    flood(`1000\r\n${"a".repeat(4096)}\r\n`)(socket);
  });
  // The timeout would also close the connection.
  const post = webhookPost({ allowsPrivate: true, timeoutMs: 3_600_000 });
  expect(await post({ url, ...MESSAGE })).toEqual({ status: 200 });
  await closed;
});

const BROKEN: [what: string, serve: (socket: Socket) => void, code: string][] = [
  ["endless headers", (socket) => floodHeaders(socket), "HPE_HEADER_OVERFLOW"],
  ["no HTTP", (socket) => socket.end("hello\r\n\r\n"), "HPE_INVALID_CONSTANT"],
  ["nothing", (socket) => socket.destroy(), "ECONNRESET"],
];

function floodHeaders(socket: Socket): void {
  socket.write(HEAD);
  flood(`X-Padding: ${"a".repeat(4096)}\r\n`)(socket);
}

test.each(BROKEN)("an endpoint that sends %s is unreachable", async (_what, serve, code) => {
  const { url } = await openSocket(serve);
  const post = webhookPost({ allowsPrivate: true });
  expect(await post({ url, ...MESSAGE })).toEqual({ fault: "unreachable", code });
});

test("a call that the shutdown aborts ends at once", async () => {
  const stopping = new AbortController();
  const { url } = await openSocket(() => stopping.abort());
  const post = webhookPost({ allowsPrivate: true });
  const outcome = await post({ url, ...MESSAGE, signal: stopping.signal });
  expect(outcome).toMatchObject({ fault: "unreachable" });
});
