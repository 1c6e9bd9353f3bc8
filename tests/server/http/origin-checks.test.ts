import { Hono } from "hono";
import { describe, expect, test, onTestFinished } from "vitest";
import { onError } from "../../../server/http/errors.ts";
import { refuseCrossSite, sameOrigin, hostCheck } from "../../../server/http/origin-checks.ts";
import { createTestApp, SITE, type TestApp } from "../../support/create-test-app.ts";
import { signIn } from "../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../support/webhooks.ts";
import { listen } from "../../../server/process/listen.ts";
import { rawRequest } from "../../support/raw-request.ts";

function guarded(guard: typeof sameOrigin) {
  const t = createTestApp();
  return new Hono()
    .onError(onError(t.deps) as never)
    .use(guard(t.deps) as never)
    .all("*", (c) => c.text("done"));
}

const FOREIGN: Record<string, string>[] = [
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { Origin: "" },
  { Origin: "http://localhost:3001" },
  { Origin: "http://localhost:3000.evil.example" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "cross-site", Origin: SITE },
  { "Sec-Fetch-Site": "" },
  { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" },
  { "Sec-Fetch-Site": "none", Origin: "https://evil.example" },
];
const OWN: Record<string, string>[] = [
  {},
  { Origin: SITE },
  { "Sec-Fetch-Site": "same-origin" },
  { "Sec-Fetch-Site": "same-origin", Origin: SITE },
  { "Sec-Fetch-Site": "none" },
  // A form on a page with `Referrer-Policy: no-referrer`, such as the OAuth return page.
  { "Sec-Fetch-Site": "same-origin", Origin: "null" },
];
const GUARDED = [
  ...["POST", "PUT", "PATCH", "DELETE"].map((method) => ({ method, guard: sameOrigin })),
  ...["GET", "HEAD"].map((method) => ({ method, guard: refuseCrossSite })),
];

test.each(GUARDED)(
  "a $method that $guard.name watches is refused to other sites, not to its own and to programs",
  async ({ method, guard }) => {
    const watched = guarded(guard);
    const ask = async (headers: Record<string, string>, url = SITE) =>
      (await watched.request(url, { method, headers })).status;
    for (const headers of FOREIGN) expect([headers, await ask(headers)]).toEqual([headers, 403]);
    for (const headers of OWN) expect([headers, await ask(headers)]).toEqual([headers, 200]);
    // Another host is accepted only if the browser reports the request as same-origin.
    const elsewhere = "http://127.0.0.1:3000";
    expect(await ask({ Origin: elsewhere }, elsewhere)).toBe(403);
    expect(await ask({ "Sec-Fetch-Site": "same-origin", Origin: elsewhere }, elsewhere)).toBe(200);
  },
);

test.each(["GET", "HEAD", "OPTIONS"])(
  "a %s that only reads is let through from anywhere",
  async (method) => {
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await guarded(sameOrigin).request(SITE, { method, headers })).status).toBe(200);
  },
);

describe("of the whole store", () => {
  /** Returns all calls and forms that change data, including the GET requests that do. */
  function guardedRoutes({ app }: TestApp) {
    const routes = app.routes
      .filter(({ method, path }) => !/^(GET|ALL)$/.test(method) && !path.startsWith("/demo/"))
      .filter(({ path }) => path !== "/api/stripe/webhook")
      .map(({ method, path }) => `${method} ${path.replace(/:\w+(\{[^}]+\})?/g, "1")}`);
    const reads = ["GET /api/logout", "GET /api/oauth/google/redirect_url"];
    return [...new Set(routes), "POST /api/not/there", ...reads].map((line) => line.split(" "));
  }
  const rowsOf = ({ db }: TestApp) => db.sqlite.serialize();

  test("every call and form refuses a foreign request, and nothing changes", async () => {
    const t = createTestApp();
    const { cookies } = signIn(t, "anna@example.com");
    const Cookie = `session=${cookies.get("session")}`;
    const before = rowsOf(t);
    const routes = guardedRoutes(t);
    expect(routes.length).toBeGreaterThan(18);
    for (const [method = "", path = ""] of routes) {
      const init = { method, headers: { Cookie, Origin: "https://evil.example" } };
      const response = await t.app.request(SITE + path, init);
      expect([method, path, response.status]).toEqual([method, path, 403]);
      expect(await response.json()).toMatchObject({
        code: "forbidden",
        message: "This request came from another site and was refused.",
      });
      expect(response.headers.has("Set-Cookie")).toBe(false);
      expect(response.headers.has("Clear-Site-Data")).toBe(false);
    }
    expect(rowsOf(t).equals(before)).toBe(true);
    expect(t.simulator.control.requests()).toEqual([]);
  });

  test("the webhook is exempt: its signature speaks for it", async () => {
    const t = createTestApp();
    const body = eventBody();
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    const headers = { ...signed(body), ...foreign, "Content-Type": "text/plain" };
    expect((await postWebhook(t, body, headers)).status).toBe(200);
  });
});

const PATH = "/api/products";

/** Starts the shop with this PUBLIC_URL on a real port; `ask` sends raw request bytes. */
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
  const message = "This isn't the address of the shop.";
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
  const OWN = ["shop.example", "SHOP.Example:443", "localhost:8080", "127.9.8.7", "[::1]:3000"];
  const FOREIGN = [
    ["", "evil.example", "shop.example:80", "shop.example.", "shop.example.evil.example"],
    ["shop.example@evil.example", "shop.example/foo", "a b", "sh\u00f6p.example"],
    ["localhost.evil.example", "localhost:99999", "10.0.0.1", "[::2]", "[::1"],
    // Two Host headers in one request.
    ["shop.example\r\nHost: evil.example", "evil.example\r\nHost: shop.example"],
  ].flat();

  test.each([...OWN.map((host) => [host, "200"]), ...FOREIGN.map((host) => [host, "421"])])(
    "answers the host %j by %s",
    async (host, status) => {
      expect(statusOf(await shopAt("https://shop.example").ask(get(`Host: ${host}\r\n`)))).toBe(
        status,
      );
    },
  );

  const HOST = "Host: shop.example\r\n";
  test.each([
    ["no host", get(""), "400"],
    ["its host in HTTP/1.0", get(HOST, PATH, "1.0"), "200"],
    ["no host in HTTP/1.0", get("", PATH, "1.0"), "421"],
    ["a whole address as target", get(HOST, `http://evil.example${PATH}`), "200"],
    ["a whole address and another host", get("Host: b\r\n", `https://shop.example${PATH}`), "421"],
  ])("answers %s", async (_what, bytes, status) => {
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
