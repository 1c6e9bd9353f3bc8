import type { Reader } from "../../../db/client.ts";
import { type Device, VISIT_STEPS, type VisitStep } from "../../../db/enums.ts";
import { type Funnel, OFFER_PATHS, SOURCE_KINDS, type StatsSource } from "../../contract/stats.ts";
import { addDays } from "../../contract/zoned-days.ts";
import { type DayRange, wholeMonths } from "./sales-days.ts";

const LANDING = "/";
const MOST_PAGES = 10;
const MOST_SOURCES = 30;

type FunnelInput = DayRange & {
  source: StatsSource | null;
  /** Paid orders of this source, and those with a product of the offers. */
  orders: number;
  extras: number;
};

/** Reads the steps of visitors on their way to a purchase. */
export function readFunnel(
  db: Pick<Reader, "sqlite">,
  { source, orders, extras, ...range }: FunnelInput,
): Funnel {
  const { paths, devices, views } = countVisits(db, range, source);
  const count = (step: VisitStep, path: string) => paths[step].get(path) ?? 0;
  const sumOf = (step: VisitStep) => paths[step].values().reduce((sum, each) => sum + each, 0);
  return {
    steps: {
      landing: count("page", LANDING),
      pricing: sumOf("pricing"),
      checkout: sumOf("checkout"),
      paid: orders,
    },
    offers: OFFER_PATHS.map((path) => ({
      path,
      shown: count("page", path),
      accepted: count("accepted", path),
      declined: count("declined", path),
    })),
    extrasPaid: extras,
    devices,
    pages: largest(paths.page, MOST_PAGES).map(([path, views]) => ({ path, views })),
    sources: SOURCE_KINDS.flatMap((kind) =>
      largest(views[kind], MOST_SOURCES).map(([value, count]) => ({ kind, value, count })),
    )
      .toSorted((one, other) => other.count - one.count)
      .slice(0, MOST_SOURCES)
      .map(({ kind, value }) => ({ kind, value })),
  };
}

type MonthRow = { step: VisitStep; path: string; device: Device; count: number };
type ViewRow = { value: string; count: number };
type DayRow = Record<StatsSource["kind"], string> & Record<Device, number> & { path: string };

const IN_MONTHS = "month IN (SELECT value FROM json_each(@months))";
const MONTHS = `SELECT step, path, device, sum(count) AS count FROM visit_months
  WHERE kind = @kind AND ${IN_MONTHS} AND visit_months.value = @value GROUP BY step, path, device`;
const MONTH_VIEWS = `SELECT visit_months.value, sum(count) AS count FROM visit_months
  WHERE kind = @kind AND ${IN_MONTHS} AND step = 'page' GROUP BY month, visit_months.value`;
/** Grouped in the order of the primary key, because sorting takes longer than reading. */
const DAYS = `SELECT path, referrer, utm_source, utm_campaign,
    sum(iif(device = 'phone', count, 0)) AS phone, sum(iif(device = 'tablet', count, 0)) AS tablet,
    sum(iif(device = 'desktop', count, 0)) AS desktop
  FROM visits WHERE step = ? AND day BETWEEN ? AND ?
  GROUP BY day, path, referrer, utm_source, utm_campaign`;

/** Counts visits by step and path and page views by device, of one source or all, and by source. */
function countVisits(
  { sqlite }: Pick<Reader, "sqlite">,
  range: DayRange,
  source: StatsSource | null,
) {
  const { months, before, after } = splitRange(range);
  const counter = <Key extends string>(names: readonly Key[]) =>
    Object.fromEntries(names.map((name) => [name, new Map()])) as Record<Key, Map<string, number>>;
  const paths = counter(VISIT_STEPS);
  const views = counter(SOURCE_KINDS);
  const devices: Record<Device, number> = { phone: 0, tablet: 0, desktop: 0 };
  const add = (counts: Map<string, number>, key: string, count: number) =>
    void counts.set(key, (counts.get(key) ?? 0) + count);

  const ofMonths = source ?? { kind: "total", value: "" };
  for (const row of sqlite.prepare<unknown[], MonthRow>(MONTHS).all({ months, ...ofMonths })) {
    add(paths[row.step], row.path, row.count);
    if (row.step === "page") devices[row.device] += row.count;
  }
  for (const kind of SOURCE_KINDS) {
    const rows = sqlite.prepare<unknown[], ViewRow>(MONTH_VIEWS).all({ months, kind });
    for (const { value, count } of rows) add(views[kind], value, count);
  }
  const ofDays = sqlite.prepare<unknown[], DayRow>(DAYS);
  for (const step of VISIT_STEPS) {
    for (const { from, to } of [before, after]) {
      for (const row of ofDays.all(step, from, to)) {
        const count = row.phone + row.tablet + row.desktop;
        if (step === "page") {
          for (const kind of SOURCE_KINDS) if (row[kind]) add(views[kind], row[kind], count);
        }
        if (source && row[source.kind] !== source.value) continue;
        add(paths[step], row.path, count);
        if (step !== "page") continue;
        devices.phone += row.phone;
        devices.tablet += row.tablet;
        devices.desktop += row.desktop;
      }
    }
  }
  return { paths, devices, views };
}

/** Splits a range into whole months, as JSON, and the days before and after them. */
function splitRange({ from, to }: DayRange) {
  const { months } = wholeMonths({ from, to }, new Set());
  const [first] = months;
  const last = months.at(-1);
  if (first === undefined || last === undefined) {
    return { months: "[]", before: { from, to }, after: { from: "", to: "" } };
  }
  const next = addDays(`${last}-01`, 31).slice(0, 7);
  return {
    months: JSON.stringify(months),
    before: { from, to: addDays(`${first}-01`, -1) },
    after: { from: `${next}-01`, to },
  };
}

/** Returns the keys with the largest counts. */
function largest(counts: ReadonlyMap<string, number>, most: number): [string, number][] {
  return [...counts]
    .toSorted(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
    .slice(0, most);
}
