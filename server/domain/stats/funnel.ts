import type { Reader } from "../../../db/client.ts";
import { type Device, VISIT_STEPS, type VisitStep } from "../../../db/enums.ts";
import { type Funnel, OFFER_PATHS, SOURCE_KINDS, type StatsSource } from "../../contract/stats.ts";
import { type DayRange, wholeMonths } from "./sales-days.ts";

const LANDING = "/";
const MOST_PAGES = 10;
const MOST_SOURCES = 30;

type Counted = { step: VisitStep; path: string; device: Device; count: number };

type FunnelInput = DayRange & {
  source: StatsSource | null;
  /** Paid orders of this source, and those with a product of the offers. */
  orders: number;
  extras: number;
};

/** Reads the steps of visitors on their way to a purchase. */
export function readFunnel(
  { sqlite }: Pick<Reader, "sqlite">,
  { from, to, source, orders, extras }: FunnelInput,
): Funnel {
  const parts = partsOf({ from, to });
  const { kind, value } = source ?? { kind: "total", value: "" };
  const rows = sqlite
    .prepare<unknown[], Counted>(countedSql(source?.kind))
    .all({ ...parts, kind, value });
  const count = (matches: Partial<Omit<Counted, "count">>) =>
    rows
      .filter(
        ({ step, path, device }) =>
          step === (matches.step ?? step) &&
          path === (matches.path ?? path) &&
          device === (matches.device ?? device),
      )
      .reduce((sum, row) => sum + row.count, 0);
  const paths = new Set(rows.filter(({ step }) => step === "page").map(({ path }) => path));
  return {
    steps: {
      landing: count({ step: "page", path: LANDING }),
      pricing: count({ step: "pricing" }),
      checkout: count({ step: "checkout" }),
      paid: orders,
    },
    offers: OFFER_PATHS.map((path) => ({
      path,
      shown: count({ step: "page", path }),
      accepted: count({ step: "accepted", path }),
      declined: count({ step: "declined", path }),
    })),
    extrasPaid: extras,
    devices: {
      phone: count({ step: "page", device: "phone" }),
      tablet: count({ step: "page", device: "tablet" }),
      desktop: count({ step: "page", device: "desktop" }),
    },
    pages: [...paths]
      .map((path) => ({ path, views: count({ step: "page", path }) }))
      .toSorted((one, other) => other.views - one.views || (one.path < other.path ? -1 : 1))
      .slice(0, MOST_PAGES),
    sources: sqlite.prepare<unknown[], StatsSource>(SOURCES_SQL).all(parts),
  };
}

/** Whole months of a range, and its other days, as JSON. */
function partsOf(range: DayRange) {
  const { months, days } = wholeMonths(range, new Set());
  return { months: JSON.stringify(months), days: JSON.stringify(days) };
}

const IN_MONTHS = "month IN (SELECT value FROM json_each(@months))";
const IN_DAYS = "day IN (SELECT value FROM json_each(@days))";

const countedSql = (kind?: StatsSource["kind"]) => `
  SELECT step, path, device, sum(count) AS count FROM (
    SELECT step, path, device, count FROM visit_months
    WHERE kind = @kind AND ${IN_MONTHS} AND visit_months.value = @value
    UNION ALL
    SELECT step, path, device, count FROM visits
    WHERE step IN (${VISIT_STEPS.map((step) => `'${step}'`).join(", ")}) AND ${IN_DAYS}
      ${kind ? `AND ${kind} = @value` : ""}
  ) GROUP BY step, path, device`;

const viewsOf = (kind: StatsSource["kind"]) => `
  SELECT kind, visit_months.value AS source, count FROM visit_months
  WHERE kind = '${kind}' AND ${IN_MONTHS} AND step = 'page'
  UNION ALL
  SELECT '${kind}', ${kind}, count FROM visits
  WHERE step = 'page' AND ${IN_DAYS} AND ${kind} <> ''`;

const SOURCES_SQL = `
  SELECT kind, source AS value FROM (${SOURCE_KINDS.map(viewsOf).join(" UNION ALL ")})
  GROUP BY kind, source ORDER BY sum(count) DESC, kind, source LIMIT ${MOST_SOURCES}`;
