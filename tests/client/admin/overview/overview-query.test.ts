import { expect, test } from "vitest";
import { showsChange } from "../../../../client/admin/data/query-client.ts";
import type { Stats } from "../../../../server/contract/stats.ts";
import {
  funnelOf,
  grainsOf,
  readStatsView,
  sourceText,
  overviewQuery,
} from "../../../../client/admin/overview/overview-query.ts";

test.each([
  [{}, { period: "30d", grain: "day" }],
  [
    { "stats-period": "1d", "stats-grain": "hour", "stats-source": "ip:::1" },
    { period: "30d", grain: "day" },
  ],
  [{ "stats-period": "year" }, { period: "year", grain: "month" }],
  [
    { "stats-period": "90d", "stats-grain": "week", "stats-source": "utm_source:a:b" },
    { period: "90d", grain: "week", source: { kind: "utm_source", value: "a:b" } },
  ],
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
  const query = overviewQuery({ period: "today", grain: "day" });
  expect(showsChange(query, new Set(tables))).toBe(isShown);
});
