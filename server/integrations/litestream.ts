import { realpath } from "node:fs/promises";
import type { Replica, ReplicaPosition } from "../ports/health.ts";

const TIMEOUT_MS = 2000;
/** A sample of the text that Prometheus reads: `name{db="/data/x",name="s3"} 12`. */
const SAMPLE = /^litestream_(\w+)\{(.*)\} (\S+)$/gm;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;
type Sample = { name: string; db: string; replica: string | null; value: number };

/**
 * Reads how far Litestream (0.3) has come from its metrics at `url`: with the database at `databasePath`
 * where it copies several, and with the replica that is furthest behind.
 */
export function litestream(url: string, databasePath: string): Replica {
  return {
    async read() {
      const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!answer.ok) throw new Error(`Litestream answers with status ${answer.status}.`);
      const samples = samplesOf(await answer.text());
      const databases = new Set(samples.map(({ db }) => db));
      // In a container the same file may stand under another path.
      const [only] = databases.size === 1 ? databases : [await realpath(databasePath)];
      return positionIn(samples.filter(({ db }) => db === only));
    },
  };
}

function samplesOf(text: string): Sample[] {
  return Array.from(text.matchAll(SAMPLE), ([, name = "", labels = "", value]) => {
    const known = new Map(
      Array.from(labels.matchAll(LABEL), ([, label = "", of = ""]) => [label, of]),
    );
    const replica = known.get("name") ?? null;
    return { name, db: known.get("db") ?? "", replica, value: Number(value) };
  });
}

// Its own figure of how much it has read of a log (`shadow_wal_size`) is wrong once a log was begun anew.
function positionIn(samples: Sample[]): ReplicaPosition {
  const valueOf = (name: string, replica: string | null = null) => {
    const found = samples.find((sample) => sample.name === name && sample.replica === replica);
    if (!found) throw new Error(`Litestream does not tell its ${name} of this database.`);
    return found.value;
  };
  const arrived = samples
    .filter(({ name }) => name === "replica_wal_index")
    .map(({ replica, value: log }) => ({ log, bytes: valueOf("replica_wal_offset", replica) }))
    .toSorted((a, b) => a.log - b.log || a.bytes - b.bytes);
  const [last] = arrived;
  if (!last) throw new Error("Litestream copies this database nowhere.");
  return {
    current: valueOf("shadow_wal_index"),
    arrived: last,
    looks: valueOf("sync_count"),
    failures: valueOf("sync_error_count"),
  };
}
