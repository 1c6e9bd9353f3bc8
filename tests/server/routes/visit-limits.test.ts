import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { visits } from "../../../db/stats-schema.ts";
import { writeVisits } from "../../../server/domain/stats/count-visits.ts";
import { checkoutBody } from "../../support/browser.ts";
import type { TestApp } from "../../support/create-test-app.ts";
import { ARRIVAL, CALL, open, openPages, viewOf, visitsOf } from "../../support/visits.ts";

const MINUTES_MS = 60_000;
const BEHIND_PROXY = { TRUSTED_PROXY: "1" };
/** Opens the landing page from a source, as a new client. */
const visitFrom = (t: Pick<TestApp, "app">, source: string, client: string) =>
  open(t).get(`/?utm_source=${source}`, { "X-Forwarded-For": client });

test("30 views and 5 new sources of one client are counted in ten minutes", async () => {
  const t = await openPages(BEHIND_PROXY);
  const robot = (nth: number) => visitFrom(t, `s${nth % 20}`, "192.0.2.1");
  for (let nth = 0; nth < 200; nth++) await robot(nth);
  const step = { step: "page", path: "/", ...ARRIVAL };
  await open(t).post(CALL, step, { "X-Forwarded-For": "192.0.2.1" });
  await visitFrom(t, "newsletter", "192.0.2.2");
  await visitFrom(t, "s19", "192.0.2.2");
  const rows = visitsOf(t);
  const countOf = (utmSource: string) =>
    rows.find((row) => row["utmSource"] === utmSource)?.["count"];
  expect(rows).toHaveLength(8);
  expect(["s0", "s4", "s5", "(other)"].map(countOf)).toEqual([2, 2, undefined, 20]);
  expect(["newsletter", "s19"].map(countOf)).toEqual([1, 1]);

  t.clock.advance(10 * MINUTES_MS);
  await robot(7);
  expect(visitsOf(t)).toContainEqual(viewOf("/", { utmSource: "s7" }));
});

test("networks of one IPv6 client share its limit", async () => {
  const t = await openPages(BEHIND_PROXY);
  for (let nth = 0; nth < 40; nth++) await visitFrom(t, "", `2001:db8::${nth + 1}`);
  expect(visitsOf(t)).toEqual([viewOf("/", { count: 30 })]);
});

test("sources of paid orders and of earlier days are counted on a day with too many new ones", async () => {
  const t = await openPages(BEHIND_PROXY);
  const buyer = open(t);
  const source = { referrer: "https://blog.example/", query: "" };
  const body = { ...checkoutBody([t.pack]), source };
  const answer = await buyer.post("/api/create-checkout-session", body);
  const { sessionId } = (await answer.json()) as { sessionId: string };
  await t.simulator.control.pay(sessionId);
  await t.settle();
  await visitFrom(t, "newsletter", "192.0.2.1");
  writeVisits(t.deps);
  t.db.delete(visits).where(eq(visits.step, "checkout")).run();

  t.clock.advance(24 * 60 * MINUTES_MS);
  const attack = async (from: number) => {
    for (let nth = from; nth < from + 110; nth++)
      await visitFrom(t, `s${nth}`, `198.51.100.${nth}`);
    writeVisits(t.deps);
  };
  await attack(0);
  // A change of the day makes the counter read the sources of the day from the table.
  for (const way of [1, -1]) {
    t.clock.advance(way * 24 * 60 * MINUTES_MS);
    await open(t).get("/contact");
  }
  await attack(110);
  await visitFrom(t, "newsletter", "192.0.2.3");
  await open(t).get("/", { Referer: "https://blog.example/a", "X-Forwarded-For": "192.0.2.4" });
  await visitFrom(t, "unknown", "192.0.2.5");
  const today = visitsOf(t).filter(({ day }) => day === "2026-11-22");
  const day = { day: "2026-11-22" };
  expect(today).toContainEqual(viewOf("/", { utmSource: "newsletter", ...day }));
  expect(today).toContainEqual(viewOf("/", { referrer: "blog.example", ...day }));
  expect(today).toContainEqual(viewOf("/", { utmSource: "(other)", count: 21, ...day }));
  expect(today.filter(({ utmSource }) => String(utmSource).startsWith("s"))).toHaveLength(200);
});
