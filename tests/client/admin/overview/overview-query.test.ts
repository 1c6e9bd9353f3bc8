import { expect, test } from "vitest";
import { showsChange } from "../../../../client/admin/data/query-client.ts";
import type { Stats, StatsGrain } from "../../../../server/contract/stats.ts";
import {
  funnelOf,
  grainsOf,
  readStatsView,
  overviewQuery,
} from "../../../../client/admin/overview/overview-query.ts";
import { sourceText } from "../../../../client/admin/url/screen-paths.ts";

const USUAL = { period: "30d", compare: "before", grain: "day" } as const;
const datesIn = (from: string, to: string) => ({
  "stats-period": "custom",
  "stats-from": from,
  "stats-to": to,
});
const datesOf = (from: string, to: string, grain: StatsGrain) => ({
  ...USUAL,
  period: "custom",
  from,
  to,
  grain,
});

test.each([
  [{}, USUAL],
  [
    {
      "stats-period": "1d",
      "stats-compare": "month",
      "stats-grain": "hour",
      "stats-source": "ip:::1",
    },
    USUAL,
  ],
  [{ "stats-period": "year" }, { ...USUAL, period: "year", grain: "month" }],
  [
    { "stats-period": "90d", "stats-grain": "week", "stats-source": "utm_source:a:b" },
    { ...USUAL, period: "90d", grain: "week", source: { kind: "utm_source", value: "a:b" } },
  ],
  [
    { "stats-period": "last_month", "stats-compare": "year" },
    { ...USUAL, period: "last_month", compare: "year" },
  ],
  [datesIn("2026-01-01", "2026-03-31"), datesOf("2026-01-01", "2026-03-31", "day")],
  [datesIn("2026-02-28", "2026-02-28"), datesOf("2026-02-28", "2026-02-28", "day")],
  [datesIn("2026-12-31", "2026-01-01"), datesOf("2026-01-01", "2026-12-31", "month")],
  [datesIn("2026-02-29", "2026-03-31"), USUAL],
  [datesIn("1999-12-31", "2026-03-31"), USUAL],
  [datesIn("2026-01-01", "12026-03-31"), USUAL],
  [{ "stats-period": "custom", "stats-from": "2026-01-01" }, USUAL],
] as const)("the URL %o opens %o", (search, view) => {
  expect(readStatsView(search)).toEqual(view);
});

test("a source is read back from its text", () => {
  const source = { kind: "utm_campaign", value: "back: to & school" } as const;
  expect(readStatsView({ "stats-source": sourceText(source) }).source).toEqual(source);
});

test("the funnel of all sources is never shown as that of one", () => {
  const source = { kind: "referrer", value: "example.com" } as const;
  const all = { funnel: { extrasPaid: 9 } } as Stats;
  const one = { funnel: { extrasPaid: 1 } } as Stats;
  const shown = (data: Stats | undefined, isPlaceholderData: boolean) =>
    funnelOf(all, { source, filtered: { data, isPlaceholderData } });
  expect(shown(undefined, false)).toEqual({ funnel: all.funnel, isBusy: true });
  expect(shown(all, true)).toEqual({ funnel: all.funnel, isBusy: true });
  expect(shown(one, false)).toEqual({ funnel: one.funnel, isBusy: false });
  const none = { source: undefined, filtered: { data: all, isPlaceholderData: true } };
  expect(funnelOf(all, none)).toEqual({ funnel: all.funnel, isBusy: false });
});

test.each([
  ["today", "2026-11-26", ["day"]],
  ["7d", "2026-11-20", ["day"]],
  ["30d", "2026-10-28", ["day", "week", "month"]],
  ["year", "2026-01-01", ["day", "week", "month"]],
  ["year", "2026-11-26", ["month"]],
  ["all", "2021-11-26", ["week", "month"]],
  ["all", "1986-11-26", ["month"]],
  ["custom", "2026-11-26", ["day"]],
  ["custom", "2026-11-01", ["day", "week"]],
  ["custom", "2026-01-01", ["day", "week", "month"]],
  ["custom", "2000-01-01", ["month"]],
] as const)("%s from %s has the grains %o", (period, from, grains) => {
  const to = "2026-11-26";
  expect(grainsOf({ period, from, to })).toEqual(grains);
});

test.each([
  [["orders"], true],
  [["refunds", "emails"], true],
  [["settings"], true],
  [["emails", "saved_views"], false],
  [[], false],
])("changes of %o refresh the figures: %s", (tables, isShown) => {
  const query = overviewQuery({ ...USUAL, period: "today" });
  expect(showsChange(query, new Set(tables))).toBe(isShown);
});
