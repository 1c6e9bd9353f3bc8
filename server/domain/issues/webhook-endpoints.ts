import { countOf, formatSpan } from "../../contract/format.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";
import { cut, type RowFinder } from "./rows.ts";

/** Age at which a waiting event is reported; the first three retries follow within 36 minutes. */
const LATE_MS = HOUR_MS;

type FailingRow = { url: string; active: number; error: string | null };

export const failingEndpoints: RowFinder<FailingRow> = {
  table: "webhook_endpoints",
  from: `FROM webhook_endpoints INDEXED BY webhook_endpoints_failing WHERE failing_since IS NOT NULL`,
  columns:
    "id, NULL AS orderId, failing_since AS at, NULL AS dueAt, url, active, last_error AS error",
  order: "failing_since DESC, id DESC",
  describe: ({ url, active, error }) => ({
    title: active ? `Events don't reach ${hostOf(url)}` : `${hostOf(url)} was switched off`,
    detail: cut(error),
  }),
};

/** Checks whether events reach the endpoints of the owner's other services. */
export function endpointsFinding({ db: { sqlite }, clock }: Pick<Deps, "db" | "clock">): Finding {
  const failing = sqlite.prepare<[], { url: string }>(`SELECT url ${failingEndpoints.from}`).all();
  if (failing.length > 0) {
    const hosts = failing.map(({ url }) => hostOf(url)).join(", ");
    return bad(
      `The shop gave up sending events to ${hosts}.`,
      "“Needs attention” shows the reasons. Correct the endpoint, send it a test event, and send the events again from the table “Webhook deliveries”. If the service is no longer used, delete the endpoint.",
    );
  }
  const { waiting, oldest } = sqlite
    .prepare<[], { waiting: number; oldest: number | null }>(
      `SELECT count(*) AS waiting, min(webhook_deliveries.created_at) AS oldest
       FROM webhook_deliveries INDEXED BY webhook_deliveries_due
       JOIN webhook_endpoints ON webhook_endpoints.id = endpoint_id
       WHERE status = 'queued' AND active`,
    )
    .get() ?? { waiting: 0, oldest: null };
  if (oldest === null) return ok("No event is waiting.");
  const ms = clock.now().getTime() - oldest;
  const text = `${countOf(waiting, "event")} to send, the oldest for ${formatSpan(ms)}.`;
  if (ms < LATE_MS) return ok(text);
  return warn(
    text,
    "The table “Webhook deliveries” shows why. The store tries again for three days.",
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
