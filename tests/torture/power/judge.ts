import { rmSync, writeFileSync } from "node:fs";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data-dir.ts";
import { damages, orphans } from "../check/finding.ts";
import type { Files } from "./operations.ts";

const MEMORY_DISK = "/dev/shm";

export type Verdict = {
  /** Acknowledged things that the database does not hold. */
  lost: string[];
  /** Why the database is no good; undefined when it opens and every row has what it belongs to. */
  corrupt: string | undefined;
};

export type Judge = {
  judge: (left: Files, acknowledged: Iterable<string>) => Verdict;
  close: () => Promise<void>;
};

/** Opens what power cuts left with the store's own code, in a folder of its own. */
export async function openJudge(): Promise<Judge> {
  // Thousands of databases are written, opened and thrown away: no disk needs to see that.
  const parent = await access(MEMORY_DISK).then(
    () => MEMORY_DISK,
    () => tmpdir(),
  );
  const directory = await mkdtemp(join(parent, "papercub-cuts-"));
  const { database } = pathsOf(directory);
  const names = new Set<string>();
  return {
    judge(left, acknowledged) {
      for (const name of names) rmSync(join(directory, name), { force: true });
      rmSync(`${database}-shm`, { force: true });
      for (const [name, bytes] of left) {
        names.add(name);
        writeFileSync(join(directory, name), bytes);
      }
      return judgeDatabase(database, acknowledged);
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

/** What one database holds of what was acknowledged ("events evt_…", "sessions cs_…"). */
function judgeDatabase(path: string, acknowledged: Iterable<string>): Verdict {
  try {
    const db = openDatabase(path);
    try {
      const [damaged] = damages(db.sqlite).concat(orphans(db.sqlite));
      if (damaged) return { lost: [], corrupt: damaged.what };
      const held = new Set(
        db.sqlite
          .prepare<[], string>(
            `SELECT 'events ' || event_id FROM webhook_events
             UNION ALL SELECT 'sessions ' || session_id FROM orders WHERE status = 'paid'`,
          )
          .pluck()
          .all(),
      );
      return { lost: [...acknowledged].filter((what) => !held.has(what)), corrupt: undefined };
    } finally {
      db.close();
    }
  } catch (error) {
    return { lost: [], corrupt: String(error) };
  }
}
