import { expect, test } from "vitest";
import type { Funnel } from "../../../../server/contract/stats.ts";
import { forgetOld } from "../../../../server/domain/upkeep/retention.ts";
import { readStats } from "../../../../server/domain/stats/read-stats.ts";
import { createTestApp } from "../../../support/create-test-app.ts";

type Visit = [step: string, day: string, path: string, source: string, device: string, n: number];

/** Opens a shop on 21 November 2026 with these visits; the campaign is that of the source. */
function open(...visits: Visit[]) {
  const t = createTestApp();
  const add = t.db.sqlite.prepare(
    "INSERT INTO visits VALUES (?, ?, ?, ?, 'mail', ?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1",
  );
  for (const [step, day, path, source, device, n] of visits) {
    for (let nth = 0; nth < n; nth++) add.run(step, day, path, source, source && "may", device);
  }
  const now = t.clock.now().getTime();
  return {
    ...t,
    funnel(period: "today" | "90d" | "all", referrer?: string): Funnel {
      const source = referrer ? ({ kind: "referrer", value: referrer } as const) : null;
      const view = { period, days: null, compare: "before", grain: "day" } as const;
      return readStats(t.db, { ...view, source, now }).funnel;
    },
    days: () =>
      t.db.sqlite.prepare("SELECT day, sum(count) AS count FROM visits GROUP BY day").all(),
  };
}

const VISITS: Visit[] = [
  ["page", "2026-11-21", "/", "example.com", "phone", 4],
  ["page", "2026-11-21", "/", "", "desktop", 3],
  ["page", "2026-11-21", "/upsell", "", "tablet", 2],
  ["pricing", "2026-11-21", "/", "example.com", "phone", 2],
  ["checkout", "2026-11-21", "/", "", "desktop", 1],
  ["accepted", "2026-11-21", "/upsell", "", "tablet", 1],
  ["declined", "2026-11-21", "/downsell", "", "phone", 1],
  // Whole months, and days before the period of 90 days (from 24 August).
  ["page", "2026-10-02", "/", "news.example", "phone", 10],
  ["page", "2026-08-24", "/faq", "example.com", "phone", 5],
  ["page", "2026-08-23", "/", "example.com", "phone", 100],
];

test("the funnel counts steps, offers, devices, pages and sources of a period", () => {
  const t = open(...VISITS);
  expect(t.funnel("today")).toMatchObject({
    steps: { landing: 7, pricing: 2, checkout: 1 },
    offers: [
      { path: "/upsell", shown: 2, accepted: 1, declined: 0 },
      { path: "/upsell2", shown: 0, accepted: 0, declined: 0 },
      { path: "/downsell", shown: 0, accepted: 0, declined: 1 },
    ],
    devices: { phone: 4, tablet: 2, desktop: 3 },
    pages: [
      { path: "/", views: 7 },
      { path: "/upsell", views: 2 },
    ],
  });
  const long = t.funnel("90d");
  expect(long.steps).toMatchObject({ landing: 17, pricing: 2, checkout: 1 });
  expect(long.sources).toEqual([
    { kind: "utm_source", value: "mail" },
    { kind: "utm_campaign", value: "may" },
    { kind: "referrer", value: "example.com" },
    { kind: "referrer", value: "news.example" },
  ]);
  expect(t.funnel("all").steps.landing).toBe(117);
});

test("the funnel of a source counts only its visits", () => {
  const t = open(...VISITS);
  expect(t.funnel("90d", "example.com").steps).toEqual({
    landing: 4,
    pricing: 2,
    checkout: 0,
    paid: 0,
  });
  expect(t.funnel("all", "news.example").steps.landing).toBe(10);
  expect(t.funnel("all", "nobody.example").steps.landing).toBe(0);
});

test("visits older than 25 months are stored by month", async () => {
  const many = Array.from({ length: 250 }, (_, nth): Visit => {
    return ["page", "2023-05-17", `/${nth}`, "", "phone", 1];
  });
  const t = open(
    ["page", "2024-09-01", "/", "", "phone", 1],
    ["page", "2024-09-30", "/", "", "phone", 2],
    ["page", "2024-10-02", "/", "", "phone", 4],
    ...many,
  );
  const before = t.funnel("all");
  for (let round = 0; round < 2; round++) {
    await forgetOld(t.deps);
    expect(t.days()).toEqual([
      { day: "2023-05-01", count: 250 },
      { day: "2024-09-01", count: 3 },
      { day: "2024-10-02", count: 4 },
    ]);
    expect(t.funnel("all")).toEqual(before);
  }
  t.clock.advance(9 * 86_400_000);
  await forgetOld(t.deps);
  expect(t.days()).toContainEqual({ day: "2024-10-02", count: 4 });
  t.clock.advance(86_400_000);
  await forgetOld(t.deps);
  expect(t.days()).toContainEqual({ day: "2024-10-01", count: 4 });
});
