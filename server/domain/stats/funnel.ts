import type { Reader } from "../../../db/client.ts";
import { type Device, DEVICES, VISIT_STEPS, type VisitStep } from "../../../db/enums.ts";
import {
  type DayRange,
  type Funnel,
  OFFER_PATHS,
  SOURCE_KINDS,
  type StatsSource,
} from "../../contract/stats.ts";
import { wholeMonths } from "./sales-days.ts";

const LANDING = "/";
/** Key of the monthly totals of all visits. */
const TOTAL = { kind: "total", value: "" };
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

type PathRow = Record<Device, number> & { step: VisitStep; path: string };
type ViewRow = { value: string; count: number };

const BY_DEVICE = DEVICES.map(
  (device) => `sum(iif(device = '${device}', count, 0)) AS ${device}`,
).join(", ");
const MONTHS = `SELECT step, path, ${BY_DEVICE} FROM visit_months
  WHERE kind = @kind AND month IN (SELECT value FROM json_each(@months))
    AND visit_months.value = @value GROUP BY step, path`;
const MONTH_VIEWS = `SELECT visit_months.value, sum(count) AS count FROM visit_months
  WHERE kind = @kind AND month BETWEEN @first AND @last AND step = 'page'
  GROUP BY month, visit_months.value`;
/** Grouped in the order of the primary key, because sorting takes longer than reading. */
const daySql = (kind?: StatsSource["kind"]) => `SELECT step, path, ${BY_DEVICE} FROM visits
  WHERE step = @step AND day = @day ${kind ? `AND ${kind} = @value` : ""} GROUP BY path`;

/** Counts visits by step and path and page views by device, of one source or all. */
function countVisits(
  { sqlite }: Pick<Reader, "sqlite">,
  range: DayRange,
  source: StatsSource | null,
) {
  const { months, days } = wholeMonths(range, new Set());
  const ofMonths = sqlite.prepare<unknown[], PathRow>(MONTHS);
  const ofDay = sqlite.prepare<unknown[], PathRow>(daySql(source?.kind));
  const value = source && { value: source.value };
  const rows = [
    ...ofMonths.all({ months: JSON.stringify(months), ...(source ?? TOTAL) }),
    ...VISIT_STEPS.flatMap((step) => days.flatMap((day) => ofDay.all({ step, day, ...value }))),
  ];
  const paths = countersOf(VISIT_STEPS);
  const devices: Record<Device, number> = { phone: 0, tablet: 0, desktop: 0 };
  for (const { step, path, ...counts } of rows) {
    for (const device of DEVICES) {
      add(paths[step], path, counts[device]);
      if (step === "page") devices[device] += counts[device];
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

/** Returns the keys with the largest counts. */
function largest(counts: ReadonlyMap<string, number>, most: number): [string, number][] {
  return [...counts]
    .toSorted(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
    .slice(0, most);
}
