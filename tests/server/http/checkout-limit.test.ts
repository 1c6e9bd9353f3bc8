import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { onError } from "../../../server/http/errors.ts";
import { checkoutLimit, limitedBy } from "../../../server/http/rate-limits.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { BEHIND_PROXY } from "../attacks/crowd.ts";

/** Serves a route with the checkout limit; `admitted` returns how many of `count` requests pass. */
function limit() {
  const { deps, db } = createTestApp({ env: BEHIND_PROXY });
  const app = new Hono<AppEnv>()
    .onError(onError(deps))
    .get("*", limitedBy(checkoutLimit(deps)), (c) => c.text("done"));
  const ask = (client: string) => app.request(SITE, { headers: { "X-Forwarded-For": client } });
  const admitted = async (client: string, count: number) => {
    const statuses: number[] = [];
    for (let nth = 0; nth < count; nth++) statuses.push((await ask(client)).status);
    return statuses.filter((status) => status === 200).length;
  };
  const rows = () => db.sqlite.prepare("SELECT points FROM rate_limits ORDER BY points").all();
  return { ask, admitted, rows };
}

describe("one client starts", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test("ten checkouts in a minute and fifty in an hour", async () => {
    const { admitted } = limit();
    const minutes: number[] = [];
    for (let minute = 0; minute < 60; minute++) {
      minutes.push(await admitted("198.51.100.1", 12));
      vi.advanceTimersByTime(60_000);
    }
    expect(minutes[0]).toBe(10);
    const inHour = minutes.reduce((sum, count) => sum + count, 0);
    expect(inHour).toBeGreaterThan(35);
    expect(inHour).toBeLessThanOrEqual(50);
  });

  test("another one after 90 seconds, although others have used the address up", async () => {
    const { ask, admitted, rows } = limit();
    await admitted("198.51.100.1", 20);
    // Refused requests are not counted in the database.
    expect(rows()).toEqual([{ points: 1 }, { points: 9 }]);
    const refused = await ask("198.51.100.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(90);
    vi.advanceTimersByTime(90_001);
    expect(await admitted("198.51.100.1", 5)).toBe(1);
  });
});

test("a /64 is one client, and the networks of a /48 share four times as much", async () => {
  const { admitted } = limit();
  expect(await admitted("2001:db8:0:1::1", 10)).toBe(10);
  expect(await admitted("2001:db8:0:1::2", 50)).toBe(0);
  // Refused requests of the first network do not use up the limit shared with the others.
  for (const network of [2, 3, 4]) expect(await admitted(`2001:db8:0:${network}::1`, 10)).toBe(10);
  expect(await admitted("2001:db8:0:5::1", 10)).toBe(0);
  expect(await admitted("2001:db8:1:1::1", 10)).toBe(10);
});
