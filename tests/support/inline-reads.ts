import type { Db } from "../../db/client.ts";
import type { Reads } from "../../server/ports/reads.ts";
import { exportChunks, READ_JOBS } from "../../server/domain/tables/read-jobs.ts";

/** Runs the reads on the connection of the caller, for databases in memory. */
export function inlineReads(db: Db): Reads {
  return {
    async run(name, input) {
      const job: (db: Db, input: never) => unknown = READ_JOBS[name];
      return job(db, input as never) as never;
    },
    async *exportTable(input) {
      const encoder = new TextEncoder();
      // Read in one go, because the connection is busy until the end.
      const chunks = [...exportChunks(db, input)].map((chunk) => encoder.encode(chunk));
      yield* chunks;
      return undefined;
    },
  };
}
