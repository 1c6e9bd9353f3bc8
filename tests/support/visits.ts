import { visits } from "../../db/stats-schema.ts";
import { writeVisits } from "../../server/domain/stats/count-visits.ts";
import { openBrowser } from "./browser.ts";
import type { TestApp } from "./create-test-app.ts";
import { realPages } from "./page-desk.ts";
import { openShop } from "./shop.ts";
import * as agents from "./user-agents.ts";

export const CALL = "/api/visits";
export const ARRIVAL = { referrer: "", query: "" };

export const openPages = (env: Record<string, string> = {}) =>
  openShop({ web: realPages, hasContent: true, env });
/** Opens a browser of a visitor. */
export const open = (t: Pick<TestApp, "app">, agent = agents.DESKTOP) =>
  openBrowser(t, { "User-Agent": agent });

/** Stores the counted visits and lists them without empty columns. */
export function visitsOf(t: TestApp): Record<string, unknown>[] {
  writeVisits(t.deps);
  const rows = t.db.select().from(visits).all();
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value)));
}

export const DAY = { day: "2026-11-21", device: "desktop", count: 1 };
export const viewOf = (path: string, rest: object = {}) => ({
  step: "page",
  path,
  ...DAY,
  ...rest,
});
