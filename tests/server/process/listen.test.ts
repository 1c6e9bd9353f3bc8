import { expect, test } from "vitest";
import { ConfigError } from "../../../server/config.ts";
import { listen as openPort } from "../../../server/process/listen.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { listen } from "../../support/listen.ts";
import { rawRequest } from "../../support/raw-request.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Returns the head of a request without its body. */
const headOf = (method: string, path: string, framing: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;

function expectTooLarge(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n", 2);
  expect(head).toMatch(/^HTTP\/1.1 413 /);
  expect(head).toMatch(/^content-type: application\/json/im);
  expect(head).toMatch(/^x-content-type-options: nosniff/im);
  const requestId = /^x-request-id: (\S+)/im.exec(head)?.[1];
  const message = "This request is too large.";
  expect(JSON.parse(body)).toEqual({
    message,
    error: message,
    code: "too_large",
    reason: "too_large",
    requestId,
  });
}

test.each([
  ["127.0.0.1", /^ {2}PORT: \d+ is in use$/m],
  ["nonsense", /^ {2}HOST: nonsense is not an address of this machine/m],
  ["192.0.2.1", /^ {2}HOST: 192.0.2.1 is not an address of this machine/m],
])("a taken port at %s is refused in words", (host, words) => {
  const { server } = listen(createTestApp());
  const again = () => openPort({ host, port: server.port ?? 0 }, () => new Response());
  expect(again).toThrow(ConfigError);
  expect(again).toThrow(words);
});

test.each([3 * MIB, 100 * MIB, 900 * GIB])(
  "every route that takes a body refuses %i bytes when they are announced, before they come",
  async (bytes) => {
    const t = createTestApp();
    const { port = 0 } = listen(t).server;
    const routes = t.app.routes
      .filter(({ method, path }) => /^(POST|PUT|PATCH)$/.test(method) && !path.includes("*"))
      .map(({ method, path }) => ({ method, path: path.replace(/:\w+(\{[^}]+\})?/g, "1") }));
    const isAdmins = ({ path }: { path: string }) =>
      /^\/api\/(admin|tables|upload|discounts)(?:\/|$)/.test(path);
    expect(routes.filter(isAdmins).length).toBeGreaterThan(5);
    expect(routes.length).toBeGreaterThan(20);
    for (const route of routes) {
      const head = headOf(route.method, route.path, `Content-Length: ${bytes}`);
      const answer = await rawRequest(port, `${head}{"filler":"`);
      // Administrator routes check the session before the body size.
      if (isAdmins(route)) expect(answer).toMatch(/^HTTP\/1.1 401 /);
      else expectTooLarge(answer);
    }
  },
);

test.each([
  ["/api/send-otp", 65_536],
  ["/api/stripe/webhook", MIB],
])("%s refuses a stream at its limit, without waiting for its end", async (path, limit) => {
  const { port = 0 } = listen(createTestApp()).server;
  const head = headOf("POST", path, "Transfer-Encoding: chunked");
  const size = limit + 1;
  expectTooLarge(await rawRequest(port, `${head}${size.toString(16)}\r\n${"x".repeat(size)}\r\n`));
});

test("a body that no route asks for is answered as ever", async () => {
  const { port = 0 } = listen(createTestApp()).server;
  const head = headOf("POST", "/api/nothing", `Content-Length: ${100 * MIB}`);
  expect(await rawRequest(port, head)).toMatch(/^HTTP\/1.1 404 [^]*"code":"not_found"/);
});
