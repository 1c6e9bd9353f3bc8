import Database from "better-sqlite3";
import { storeFacts } from "../../../db/store-schema.ts";
import type { Db } from "../../../db/client.ts";
import type { Deps } from "../../deps.ts";
import type { WriteProblem, WriteState } from "../../ports/health.ts";

const EVERY_MS = 5000;
const NAME = "last-write-check";
const CAN_WRITE: WriteState = { problem: null, since: null };

/**
 * Creates a check that tests whether the database is writable, by writing one row at most every
 * five seconds. Does not wait for locks, and reports a lock only if the next check finds it again.
 */
export function writeCheck({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">) {
  let state = CAN_WRITE;
  let lookedAt = -Infinity;
  let last: WriteProblem | null = null;

  return (): WriteState => {
    const now = clock.now();
    const since = now.getTime() - lookedAt;
    if (since >= 0 && since < EVERY_MS) return state;
    lookedAt = now.getTime();
    const error = tryWrite(db, now);
    const before = last;
    last = error === undefined ? null : writeProblem(error);
    if (last === "locked" && before !== "locked") return state;
    if (last !== null && state.problem === null)
      log.error({ err: error }, "the store cannot write");
    if (last === null && state.problem !== null) log.warn("the store can write again");
    state = last === null ? CAN_WRITE : { problem: last, since: state.since ?? now };
    return state;
  };
}

function tryWrite(db: Db, now: Date): unknown {
  try {
    const value = now.toISOString();
    db.writeWithoutWaiting((tx) => {
      const row = tx.insert(storeFacts).values({ name: NAME, value });
      row.onConflictDoUpdate({ target: storeFacts.name, set: { value } }).run();
    });
    return undefined;
  } catch (error) {
    return error;
  }
}

function writeProblem(error: unknown): WriteProblem {
  const code = error instanceof Database.SqliteError ? error.code : "";
  if (code.startsWith("SQLITE_BUSY")) return "locked";
  if (code.startsWith("SQLITE_READONLY")) return "read_only";
  return code === "SQLITE_FULL" ? "full" : "failed";
}
