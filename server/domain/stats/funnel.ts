import type { Reader } from "../../../db/client.ts";
import type { Device, VisitStep } from "../../../db/enums.ts";
import { type Funnel, OFFER_PATHS, type StatsSource } from "../../contract/stats.ts";
import type { DayRange } from "./sales-days.ts";

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
  const rows = sqlite
    .prepare<unknown[], Counted>(
      `SELECT step, path, device, sum(count) AS count FROM visits
       WHERE step IN ('page', 'pricing', 'checkout', 'accepted', 'declined')
         AND day BETWEEN ? AND ? ${source ? `AND ${source.kind} = ?` : ""}
       GROUP BY step, path, device`,
    )
    .all(from, to, ...(source ? [source.value] : []));
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
    sources: listSources({ sqlite }, { from, to }),
  };
}

function listSources({ sqlite }: Pick<Reader, "sqlite">, { from, to }: DayRange): StatsSource[] {
  const views = (kind: StatsSource["kind"]) =>
    `SELECT '${kind}' AS kind, ${kind} AS value, sum(count) AS views FROM visits
     WHERE step = 'page' AND day BETWEEN @from AND @to AND ${kind} <> '' GROUP BY ${kind}`;
  const all = `${views("referrer")} UNION ALL ${views("utm_source")} UNION ALL ${views("utm_campaign")}`;
  const sources = sqlite.prepare<unknown[], StatsSource>(
    `SELECT kind, value FROM (${all}) ORDER BY views DESC, kind, value LIMIT ${MOST_SOURCES}`,
  );
  return sources.all({ from, to });
}
