import { formatSpan } from "../../contract/format.ts";
import { bad, type Finding, ok, unknown, warn } from "../../contract/health.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import { type Reader, REPLICATED_CHECKPOINT_PAGES } from "../../../db/client.ts";
import type { Deps } from "../../deps.ts";

/** A replica is a second behind; a large database takes minutes to be copied once more. */
const WARN_MS = 90_000;
const BAD_MS = 5 * MINUTE_MS;
/** How the write-ahead log is made up: a head, then pages, each with a head of its own. */
const LOG_HEAD_BYTES = 32;
const PAGE_HEAD_BYTES = 24;

type Needs = Pick<Deps, "replica" | "clock" | "watch"> & { db: Reader };

const RESTART = "Look at Litestream's log, and start it again (systemctl restart litestream).";

/** Reads how far the replica has come, and notes until when all that was written has arrived. */
export async function readReplica({ db, replica, clock, watch }: Needs): Promise<void> {
  if (!replica) return;
  const noticed = watch.replica;
  // Before it is asked: what is written meanwhile need not have arrived.
  const at = clock.now();
  const bytes = logBytes(db);
  try {
    const { current, arrived, looks, failures } = await replica.read();
    const { target } = noticed;
    const has = (log: number, upTo: number) =>
      arrived.log > log || (arrived.log === log && arrived.bytes >= upTo);
    if (arrived.log === current && has(current, bytes)) {
      noticed.arrivedUntil = at;
      noticed.target = null;
    } else if (!target || has(target.log, target.bytes)) {
      if (target) noticed.arrivedUntil = target.at;
      noticed.target = { at, log: current, bytes };
    } else if (current < target.log) {
      // A new generation: everything is copied once more, and its logs are counted from the first.
      noticed.target = { at: target.at, log: current, bytes };
    }
    noticed.silent = null;
    noticed.last = { current, arrived, looks, failures };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    noticed.silent = { since: noticed.silent?.since ?? at, fault };
  }
}

function logPages(db: Reader): number {
  const [found] = db.sqlite.pragma("wal_checkpoint(NOOP)") as { log: number }[];
  return Math.max(0, found?.log ?? 0);
}

function logBytes(db: Reader): number {
  const pageBytes = Number(db.sqlite.pragma("page_size", { simple: true }));
  const pages = logPages(db);
  return pages === 0 ? 0 : LOG_HEAD_BYTES + pages * (pageBytes + PAGE_HEAD_BYTES);
}

/** Whether what is written arrives at the replica. */
export function replicaFinding({ db, replica, clock, watch }: Needs): Finding {
  if (!replica) return unknown("No replica is watched: LITESTREAM_METRICS_URL is not set.");
  const now = clock.now().getTime();
  const { target, arrivedUntil, silent } = watch.replica;
  const until = arrivedUntil
    ? `All that was written until ${formatSpan(now - arrivedUntil.getTime())} ago has arrived.`
    : "Nothing is known to have arrived.";
  if (silent) {
    return bad(
      `Litestream's figures are not to be had, for ${formatSpan(now - silent.since.getTime())}. ${until} (${silent.fault})`,
      `${RESTART} Is LITESTREAM_METRICS_URL the address of its “addr”?`,
    );
  }
  if (logPages(db) >= REPLICATED_CHECKPOINT_PAGES) {
    return bad(`The database's log is not taken in: it has 64 MB and grows. ${until}`, RESTART);
  }
  if (!target) {
    return arrivedUntil ? ok(until) : unknown("It was not asked yet.");
  }
  const behindMs = now - target.at.getTime();
  if (behindMs >= BAD_MS)
    return bad(`What was written ${formatSpan(behindMs)} ago has not arrived.`, RESTART);
  if (behindMs >= WARN_MS) {
    return warn(
      `What was written ${formatSpan(behindMs)} ago has not arrived yet.`,
      "A new copy of a large database takes some minutes. If this stays, look at Litestream's log.",
    );
  }
  return arrivedUntil ? ok(until) : unknown("The first copy is on its way.");
}
