import type { Db } from "../../db/client.ts";
import type { Reads } from "../ports/reads.ts";
import { exportChunks } from "../domain/tables/export.ts";
import { READ_JOBS } from "../domain/tables/read-jobs.ts";

/** The same reads on the thread and connection of the caller: for databases in memory. */
export function inlineReads(db: Db): Reads {
  return {
    async run(name, input) {
      const job: (db: Db, input: never) => unknown = READ_JOBS[name];
      return job(db, input as never) as never;
    },
    async *exportTable(input) {
      const encoder = new TextEncoder();
      // Nothing else may be asked of the connection meanwhile, so nothing waits in between.
      const chunks = [...exportChunks(db, input)].map((chunk) => encoder.encode(chunk));
      yield* chunks;
      return undefined;
    },
  };
}
