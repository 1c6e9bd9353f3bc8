import { Hono } from "hono";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { AppEnv } from "../../../server/http/env.ts";
import { onError } from "../../../server/http/on-error.ts";
import { clientKey, rateLimit } from "../../../server/http/rate-limit.ts";
import { createTestApp, SITE, type TestApp } from "../../support/create-test-app.ts";
import { listen } from "../support/listen.ts";

type Asked = { socket?: string; forwarded?: string; trusted?: boolean };

/** What a client that connects from `socket` is counted as. */
async function keyOf({ socket = "203.0.113.9", forwarded, trusted = false }: Asked) {
  const app = new Hono<AppEnv>().get("*", (c) => c.text(clientKey(c, trusted)));
  const headers = forwarded === undefined ? undefined : { "X-Forwarded-For": forwarded };
  const server = { requestIP: () => ({ address: socket, family: "IPv6", port: 5 }) };
  const response = await app.request(SITE, headers ? { headers } : {}, { server });
  return response.text();
}

describe("the client", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8:1::", "2001:db8:1:0"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["1::", "1:0:0:0"],
    ["fe80::1:2:3:4", "fe80:0:0:0"],
  ])("at %s counts as %s", async (socket, key) => {
    expect(await keyOf({ socket })).toBe(key);
  });

  test("with 1,000 addresses of one network is one, with two networks two", async () => {
    const keys = await Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        keyOf({ socket: `2001:db8:0:1:${i.toString(16)}:0:${(i * 7).toString(16)}:1` }),
      ),
    );
    expect([...new Set(keys)]).toEqual(["2001:db8:0:1"]);
    expect(await keyOf({ socket: "2001:db8:0:2::1" })).toBe("2001:db8:0:2");
  });

  test("without a trusted proxy is never what a header says", async () => {
    for (const forwarded of ["198.51.100.1", "10.0.0.1, 198.51.100.2", "::1", "", "garbage"]) {
      expect(await keyOf({ forwarded })).toBe("203.0.113.9");
    }
  });

  test("behind a trusted proxy is the last address the proxy added, whatever came before", async () => {
    const trusted = true;
    expect(await keyOf({ forwarded: "198.51.100.7", trusted })).toBe("198.51.100.7");
    expect(await keyOf({ forwarded: "1.1.1.1, 2.2.2.2 ,198.51.100.7", trusted })).toBe(
      "198.51.100.7",
    );
    expect(await keyOf({ forwarded: "x, 2001:db8:5:6::1", trusted })).toBe("2001:db8:5:6");
    expect(await keyOf({ forwarded: "::ffff:198.51.100.7", trusted })).toBe("198.51.100.7");
  });

  test("behind a trusted proxy that added nothing is the connection", async () => {
    expect(await keyOf({ trusted: true })).toBe("203.0.113.9");
    for (const forwarded of ["", " ", "198.51.100.7,", " , "]) {
      expect(await keyOf({ forwarded, trusted: true })).toBe("203.0.113.9");
    }
  });

  test.each(["198.51.100.7:51234", "198.51.100.7:60000"])(
    "whose proxy writes the port too (%s) is its address",
    async (forwarded) => {
      expect(await keyOf({ forwarded, trusted: true })).toBe("198.51.100.7");
    },
  );

  test.each(["::ffff:cb00:7109", "0:0:0:0:0:ffff:cb00:7109"])(
    "written as the mapped address %s is its IPv4 address, not one network with all others",
    async (socket) => {
      expect(await keyOf({ socket })).toBe("203.0.113.9");
    },
  );

  test("over a real connection is the peer's address", async () => {
    const t = createTestApp();
    const seen: string[] = [];
    const app = new Hono<AppEnv>().get("*", (c) => c.text(String(seen.push(clientKey(c, false)))));
    await listen({ ...t, app: app as unknown as TestApp["app"] }).fetch("/");
    expect(seen).toEqual(["127.0.0.1"]);
  });
});

test("a refused request costs the database nothing", async () => {
  const t = createTestApp({ env: { TRUSTED_PROXY: "1" } });
  const limit = rateLimit(t.deps, { name: "three", points: 3, seconds: 60, durable: true });
  const app = new Hono<AppEnv>().onError(onError(t.deps)).get("*", limit, (c) => c.text("done"));
  for (let i = 0; i < 20; i++) await app.request(SITE);
  const rows = t.db.sqlite.prepare("SELECT points FROM rate_limits").all();
  expect(rows).toEqual([{ points: 3 }]);
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

  test("of many requests at once lets through no more than it allows", async () => {
    const app = limited(trusted());
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(app, "198.51.100.1")));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
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

test("starting a checkout by form or by script draws on one counter", async () => {
  const t = createTestApp();
  const post = (path: string) =>
    t.app.request(SITE + path, { method: "POST", headers: { Origin: SITE } });
  for (let i = 0; i < 15; i++) {
    await post("/api/create-checkout-session");
    await post("/checkout/start");
  }
  expect((await post("/api/create-checkout-session")).status).toBe(429);
  const form = await post("/checkout/start");
  expect(form.headers.get("Location")).toContain("/checkout/error?error=Too%20many%20requests");
});
