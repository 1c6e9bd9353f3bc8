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

/** Reads the conversion funnel of a range of days, of one source or all. */
export function readFunnel(
  db: Pick<Reader, "sqlite">,
  { source, orders, extras, ...range }: FunnelInput,
): Funnel {
  const { paths, devices } = countVisits(db, range, source);
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
    sources: listSources(db, range),
  };
}

type MonthRow = { step: VisitStep; path: string; device: Device; count: number };
type ViewRow = { value: string; count: number };
type DayRow = Record<Device, number> & { path: string };

const IN_MONTHS = "month IN (SELECT value FROM json_each(@months))";
const MONTHS = `SELECT step, path, device, sum(count) AS count FROM visit_months
  WHERE kind = @kind AND ${IN_MONTHS} AND visit_months.value = @value GROUP BY step, path, device`;
const MONTH_VIEWS = `SELECT visit_months.value, sum(count) AS count FROM visit_months
  WHERE kind = @kind AND month BETWEEN @first AND @last AND step = 'page'
  GROUP BY month, visit_months.value`;
/** Grouped in the order of the primary key, because sorting takes longer than reading. */
const daysSql = (kind?: StatsSource["kind"]) => `SELECT path,
    sum(iif(device = 'phone', count, 0)) AS phone, sum(iif(device = 'tablet', count, 0)) AS tablet,
    sum(iif(device = 'desktop', count, 0)) AS desktop
  FROM visits WHERE step = @step AND day BETWEEN @from AND @to ${kind ? `AND ${kind} = @value` : ""}
  GROUP BY day, path`;

/** Counts visits by step and path and page views by device, of one source or all. */
function countVisits(
  { sqlite }: Pick<Reader, "sqlite">,
  range: DayRange,
  source: StatsSource | null,
) {
  const { months, before, after } = splitRange(range);
  const paths = countersOf(VISIT_STEPS);
  const devices: Record<Device, number> = { phone: 0, tablet: 0, desktop: 0 };
  const ofMonths = source ?? { kind: "total", value: "" };
  for (const row of sqlite.prepare<unknown[], MonthRow>(MONTHS).all({ months, ...ofMonths })) {
    add(paths[row.step], row.path, row.count);
    if (row.step === "page") devices[row.device] += row.count;
  }
  const ofDays = sqlite.prepare<unknown[], DayRow>(daysSql(source?.kind));
  for (const step of VISIT_STEPS) {
    for (const days of [before, after]) {
      const given = { step, ...days, ...(source && { value: source.value }) };
      for (const { path, phone, tablet, desktop } of ofDays.all(given)) {
        add(paths[step], path, phone + tablet + desktop);
        if (step !== "page") continue;
        devices.phone += phone;
        devices.tablet += tablet;
        devices.desktop += desktop;
      }
    }
  }
  return { paths, devices };
}

/** Lists the sources of whole months, because filter options need no exact counts. */
function listSources({ sqlite }: Pick<Reader, "sqlite">, { from, to }: DayRange): StatsSource[] {
  const months = { first: from.slice(0, 7), last: to.slice(0, 7) };
  const views = countersOf(SOURCE_KINDS);
  for (const kind of SOURCE_KINDS) {
    const rows = sqlite.prepare<unknown[], ViewRow>(MONTH_VIEWS).all({ kind, ...months });
    for (const { value, count } of rows) add(views[kind], value, count);
  }
  return SOURCE_KINDS.flatMap((kind) =>
    largest(views[kind], MOST_SOURCES).map(([value, count]) => ({ kind, value, count })),
  )
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_SOURCES)
    .map(({ kind, value }) => ({ kind, value }));
}

type Counts = Map<string, number>;

function countersOf<Key extends string>(names: readonly Key[]): Record<Key, Counts> {
  return Object.fromEntries(names.map((name) => [name, new Map()])) as Record<Key, Counts>;
}

function add(counts: Counts, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
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
