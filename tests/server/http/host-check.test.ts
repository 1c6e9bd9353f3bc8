import { describe, expect, onTestFinished, test } from "vitest";
import { hostCheck } from "../../../server/http/host-check.ts";
import { listen } from "../../../server/listen.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { rawRequest } from "../../support/raw-request.ts";

const PATH = "/api/products";

/** The shop at this address behind a real port, asked with exactly these bytes. */
function shopAt(publicUrl: string) {
  const t = createTestApp({ env: { PUBLIC_URL: publicUrl } });
  const refuse = hostCheck(t.deps);
  const server = listen(
    { host: "127.0.0.1", port: 0 },
    (request, self) => refuse(request, self) ?? t.app.fetch(request, { server: self }),
  );
  onTestFinished(() => server.stop(true));
  return { ...t, ask: (bytes: string) => rawRequest(server.port ?? 0, bytes) };
}

const statusOf = (answer: string) => answer.split(" ")[1];
const get = (hostLines: string, target = PATH, version = "1.1") =>
  `GET ${target} HTTP/${version}\r\n${hostLines}Connection: close\r\n\r\n`;

test("another host is answered before its path is read, as the contract has it", async () => {
  const { ask, logged } = shopAt("https://shop.example");
  const answer = await ask(get("Host: a b\r\n", "/foo/api/products"));
  const [head = "", body = ""] = answer.split("\r\n\r\n", 2);
  expect(head).toMatch(/^HTTP\/1.1 421 /);
  expect(head).toMatch(/^content-type: application\/json/im);
  expect(head).toMatch(/^cache-control: no-store/im);
  expect(head).toMatch(/^x-content-type-options: nosniff/im);
  const requestId = /^x-request-id: (\S+)/im.exec(head)?.[1];
  const message = "This address is not the shop's own.";
  expect(JSON.parse(body)).toEqual({
    message,
    error: message,
    code: "invalid",
    reason: "misdirected",
    requestId,
  });
  expect(logged).toMatchObject([{ level: 30, requestId, status: 421, host: "a b" }]);
});

describe("a shop at https://shop.example, asked over a connection from this machine", () => {
  test.each([
    ["its host", "Host: shop.example\r\n", "200"],
    ["its host with the port of https", "Host: shop.example:443\r\n", "200"],
    ["its host in capitals", "Host: SHOP.Example\r\n", "200"],
    ["spaces around it", "Host:   shop.example  \r\n", "200"],
    ["localhost", "Host: localhost\r\n", "200"],
    ["localhost with any port", "Host: localhost:8080\r\n", "200"],
    ["a loopback address", "Host: 127.0.0.1:3000\r\n", "200"],
    ["another loopback address", "Host: 127.9.8.7\r\n", "200"],
    ["the loopback address of IPv6", "Host: [::1]:3000\r\n", "200"],
    ["the same at length", "Host: [0:0:0:0:0:0:0:1]\r\n", "200"],
    ["none", "", "400"],
    ["an empty one", "Host:\r\n", "421"],
    ["another one", "Host: evil.example\r\n", "421"],
    ["its host at another port", "Host: shop.example:3000\r\n", "421"],
    ["its host at the port of http", "Host: shop.example:80\r\n", "421"],
    ["its host with no port", "Host: shop.example:\r\n", "421"],
    ["its host with a dot behind", "Host: shop.example.\r\n", "421"],
    ["a host below it", "Host: www.shop.example\r\n", "421"],
    ["a host that ends like it", "Host: evilshop.example\r\n", "421"],
    ["its host before another's", "Host: shop.example.evil.example\r\n", "421"],
    ["its host as a user's name", "Host: shop.example@evil.example\r\n", "421"],
    ["its host and a path", "Host: shop.example/foo\r\n", "421"],
    ["a space in it", "Host: a b\r\n", "421"],
    ["a tab in it", "Host: shop.example\tx\r\n", "421"],
    ["letters that are none", "Host: sh\u00f6p.example\r\n", "421"],
    ["localhost with a dot behind", "Host: localhost.\r\n", "421"],
    ["a name that begins with localhost", "Host: localhost.evil.example\r\n", "421"],
    ["a port that does not exist", "Host: localhost:99999\r\n", "421"],
    ["an address of a private network", "Host: 10.0.0.1\r\n", "421"],
    ["a loopback address written as a number", "Host: 2130706433\r\n", "421"],
    ["another address of IPv6", "Host: [::2]\r\n", "421"],
    ["a bracket that stays open", "Host: [::1\r\n", "421"],
    ["the same host twice", "Host: shop.example\r\nHost: shop.example\r\n", "421"],
    ["another host behind it", "Host: shop.example\r\nHost: evil.example\r\n", "421"],
    ["another host before it", "Host: evil.example\r\nHost: shop.example\r\n", "421"],
    ["two hosts in a line", "Host: shop.example, evil.example\r\n", "421"],
  ])("%s", async (_what, hostLines, status) => {
    expect(statusOf(await shopAt("https://shop.example").ask(get(hostLines)))).toBe(status);
  });

  test.each([
    ["its host in HTTP/1.0", get("Host: shop.example\r\n", PATH, "1.0"), "200"],
    ["no host in HTTP/1.0", get("", PATH, "1.0"), "421"],
    [
      "a whole address as target",
      get("Host: shop.example\r\n", `http://evil.example${PATH}`),
      "200",
    ],
    ["a whole address and another host", get("Host: b\r\n", `https://shop.example${PATH}`), "421"],
  ])("%s", async (_what, bytes, status) => {
    expect(statusOf(await shopAt("https://shop.example").ask(bytes))).toBe(status);
  });
});

test.each([
  ["http://localhost:3000", "localhost:3000", "200"],
  ["http://shop.example", "shop.example:80", "200"],
  ["http://shop.example", "shop.example:443", "421"],
  ["http://shop.example:8080", "shop.example:8080", "200"],
  ["http://shop.example:8080", "shop.example", "421"],
  ["http://[2001:db8::1]:8080", "[2001:DB8::1]:8080", "200"],
])("a shop at %s answers to %s with %s", async (publicUrl, host, status) => {
  expect(statusOf(await shopAt(publicUrl).ask(get(`Host: ${host}\r\n`)))).toBe(status);
});

test.each([
  ["127.0.0.1", undefined],
  ["::1", undefined],
  ["::ffff:127.0.0.1", undefined],
  ["10.0.0.1", 421],
  ["203.0.113.9", 421],
  ["2001:db8::1", 421],
])("localhost is a name for a peer at %s: %s", (address, status) => {
  const refuse = hostCheck(createTestApp({ env: { PUBLIC_URL: "https://shop.example" } }).deps);
  const server = { requestIP: () => ({ address, family: "IPv6", port: 5 }) };
  const ask = (Host: string) =>
    refuse(
      new Request("http://x/", { headers: { Host } }),
      server as unknown as Parameters<typeof refuse>[1],
    )?.status;
  expect(ask("localhost:3000")).toBe(status);
  expect(ask("shop.example")).toBeUndefined();
  expect(ask("evil.example")).toBe(421);
});
