import { Hono } from "hono";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { warnOfNoProxy } from "../../../server/http/client-address.ts";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { parseNetworks } from "../../../server/config/networks.ts";
import { onError } from "../../../server/http/errors.ts";
import { clientKey, rateLimit } from "../../../server/http/rate-limits.ts";
import { createTestApp, SITE, type TestApp } from "../../support/create-test-app.ts";

type Asked = { socket?: string | null; forwarded?: string; trusted?: string };

/** Returns the rate limit key of a client that connects from `socket`. */
async function keyOf({ socket = "203.0.113.9", forwarded, trusted }: Asked) {
  const networks = trusted === undefined ? [] : parseNetworks(trusted);
  const app = new Hono<AppEnv>().get("*", (c) => c.text(clientKey(c, networks)));
  const headers = forwarded === undefined ? undefined : { "X-Forwarded-For": forwarded };
  const peer = socket === null ? null : { address: socket, family: "IPv6", port: 5 };
  const server = { requestIP: () => peer };
  const response = await app.request(SITE, headers ? { headers } : {}, { server });
  return response.text();
}

describe("the client", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8:1::9", "2001:db8:1:0"],
    ["::", "0:0:0:0"],
    ["1::", "1:0:0:0"],
    // IPv4-mapped addresses count as IPv4 addresses, instead of all sharing one /64 network.
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:cb00:7109", "203.0.113.9"],
    ["0:0:0:0:0:ffff:cb00:7109", "203.0.113.9"],
  ])("at %s counts as %s", async (socket, key) => {
    expect(await keyOf({ socket })).toBe(key);
  });

  test("without a trusted proxy is never what a header says", async () => {
    for (const forwarded of ["198.51.100.1", "10.0.0.1, 198.51.100.2", "::1", "", "garbage"]) {
      expect(await keyOf({ forwarded })).toBe("203.0.113.9");
    }
  });

  const C = "198.51.100.7";
  const PRIVATE = [
    ["127.0.0.1", "::1", "::ffff:10.1.2.3", "172.31.0.1", "192.168.9.9", "169.254.1.1"],
    ["fd00::5", "fe80::5"],
  ].flat();
  test("is forwarded by any proxy in a private network, and by no other peer", async () => {
    for (const socket of [...PRIVATE, "203.0.113.9", "172.32.0.1", "unknown"]) {
      const key = await keyOf({ trusted: "1", forwarded: C, socket });
      expect([socket, key]).toEqual([socket, PRIVATE.includes(socket) ? C : socket]);
    }
  });

  test.each([
    ["203.0.113.9", C, "203.0.113.9", C],
    ["203.0.113.9", C, "127.0.0.1", "127.0.0.1"],
    ["10.0.0.0/8, 203.0.113.0/24", C, "203.0.113.200", C],
    ["2001:db8::/32", C, "2001:db8:9::1", C],
    ["203.0.113.9", "1.1.1.1, 10.0.0.2", "203.0.113.9", "10.0.0.2"],
  ])(
    "with TRUSTED_PROXY=%s, forwarded %j from %s, is %s",
    async (trusted, forwarded, socket, key) => {
      expect(await keyOf({ trusted, forwarded, socket })).toBe(key);
    },
  );

  test.each([
    // The rightmost untrusted address counts: the client can forge the addresses to its left.
    [C, [`1.1.1.1, 2.2.2.2 ,${C}`, `1.1.1.1, ${C}, 10.0.0.2, 192.168.0.3`, `::ffff:${C}`]],
    // Some proxies append the port.
    [C, [`${C}:51234`]],
    ["2001:db8:5:6", ["x, 2001:db8:5:6::1", "[2001:db8:5:6::1]:51234"]],
    // If all addresses are trusted proxies, the leftmost one is the client.
    ["10.0.0.1", ["10.0.0.1, 10.0.0.2"]],
    // If a proxy reports no valid address, the proxy's own address counts.
    ["127.0.0.1", ["", " , ", `${C},`, `${C}, unknown`, `${C}, 7`]],
    ["10.0.0.2", [`${C}, garbage, 10.0.0.2`]],
  ])("is %s when a proxy forwards one of %j", async (key, all) => {
    for (const forwarded of all) {
      const found = await keyOf({ trusted: "1", forwarded, socket: "127.0.0.1" });
      expect([forwarded, found]).toEqual([forwarded, key]);
    }
  });

  test("whose connection is over by now is no proxy", async () => {
    expect(await keyOf({ socket: null, forwarded: "198.51.100.7", trusted: "1" })).toBe("unknown");
  });
});

describe.each([true, false])("a limit (durable: %s)", (durable) => {
  function limited(t: TestApp) {
    const limit = rateLimit(t.deps, { name: "three", points: 3, seconds: 60, durable });
    return new Hono<AppEnv>().onError(onError(t.deps)).get("*", limit, (c) => c.text("done"));
  }
  const trusted = () => createTestApp({ env: { TRUSTED_PROXY: "1" } });
  const ask = async (app: ReturnType<typeof limited>, client: string) =>
    app.request(SITE, { headers: { "X-Forwarded-For": client } });

  test("lets through what it allows, then answers 429 with the time to wait", async () => {
    const app = limited(trusted());
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await ask(app, "198.51.100.1")).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await ask(app, "198.51.100.1");
    const wait = Number(refused.headers.get("Retry-After"));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({
      code: "rate_limited",
      message: "Too many requests. Please wait a moment and try again.",
    });
  });

  test("counts each client by itself, and a forger of headers as one", async () => {
    const t = trusted();
    const app = limited(t);
    for (let i = 0; i < 10; i++) {
      expect((await ask(app, `198.51.100.${i}`)).status).toBe(200);
    }
    const forged: number[] = [];
    for (let i = 0; i < 10; i++) forged.push((await ask(app, `10.0.0.${i}, 203.0.113.5`)).status);
    expect(forged.filter((status) => status === 200)).toHaveLength(3);
  });

  test("opens again when its time is over", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const app = limited(trusted());
    for (let i = 0; i < 4; i++) await ask(app, "198.51.100.1");
    expect((await ask(app, "198.51.100.1")).status).toBe(429);
    vi.advanceTimersByTime(60_001);
    expect((await ask(app, "198.51.100.1")).status).toBe(200);
  });

  test(durable ? "outlives a restart" : "is forgotten by a restart", async () => {
    const t = trusted();
    const before = limited(t);
    for (let i = 0; i < 4; i++) await ask(before, "198.51.100.1");
    expect((await ask(limited(t), "198.51.100.1")).status).toBe(durable ? 429 : 200);
  });
});

test("a forwarded address that is not believed is a warning, once", async () => {
  const warnings = async (env: Record<string, string>) => {
    const t = createTestApp({ env });
    const headers = { "X-Forwarded-For": "198.51.100.7" };
    await t.app.request(`${SITE}/api/users/me`);
    for (let i = 0; i < 3; i++) await t.app.request(`${SITE}/api/users/me`, { headers });
    return t.logged.filter((line) => JSON.stringify(line).includes("TRUSTED_PROXY"));
  };
  expect(await warnings({})).toEqual([expect.objectContaining({ level: 40 })]);
  expect(await warnings({ TRUSTED_PROXY: "203.0.113.9" })).toHaveLength(1);
  expect(await warnings({ TRUSTED_PROXY: "1" })).toEqual([]);
});

test.each([
  ["https://shop.example", {}, 1],
  ["https://shop.example", { TRUSTED_PROXY: "1" }, 0],
  ["https://shop.example", { TRUSTED_PROXY: "192.0.2.7" }, 0],
  ["http://localhost:3000", {}, 0],
])("a start at %s with %o has %i warnings about the proxy", (PUBLIC_URL, env, count) => {
  const t = createTestApp({ env: { PUBLIC_URL, ...env } });
  warnOfNoProxy(t.deps);
  const warnings = t.logged.filter(
    ({ level, msg }) => level === 40 && /TRUSTED_PROXY/.test(`${msg}`),
  );
  expect(warnings).toHaveLength(count);
});
