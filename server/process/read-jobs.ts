import type { Reader } from "../../db/client.ts";
import { listUntold, readImports } from "../domain/order-import/mail-buyers.ts";
import { previewOrderFile, readOrderFile } from "../domain/order-import/foreign-file.ts";
import { tryOrderImport } from "../domain/order-import/try-import.ts";
import { readStats } from "../domain/stats/read-stats.ts";
import { sumSales } from "../domain/stats/sum-sales.ts";
import { searchTables } from "../domain/tables/admin-search.ts";
import { planImport, previewFile } from "../domain/tables/import-plan.ts";
import { exportChunks, listIds, listRows } from "../domain/tables/read-jobs.ts";
import type { OrderChunk, ReadJobName, ReadJobs, ReadStreams } from "../ports/read-worker.ts";

const ORDERS_A_CHUNK = 500;

/** Read jobs of the worker process. Inputs and results are copied between processes. */
export const READ_JOBS = {
  page(db, input) {
    const { page, sequence, stamp } = listRows(db, input);
    return { body: JSON.stringify(page), sequence, stamp };
  },
  search: searchTables,
  listIds,
  planImport,
  previewFile: (_db, file) => previewFile(file),
  stats: readStats,
  sumSales,
  previewOrderFile,
  tryOrderImport,
  orderImports: readImports,
  untoldBuyers: listUntold,
} satisfies {
  [Name in ReadJobName]: (
    db: Reader,
    input: Parameters<ReadJobs[Name]>[0],
  ) => ReturnType<ReadJobs[Name]>;
};

/** Reads whose results are sent in chunks. Nothing else may use `db` until a stream ends. */
export const READ_STREAMS: {
  [Name in keyof ReadStreams]: (
    db: Reader,
    input: ReadStreams[Name]["input"],
  ) => Generator<ReadStreams[Name]["chunk"], undefined>;
} = {
  *exportTable(db, input) {
    const encoder = new TextEncoder();
    for (const chunk of exportChunks(db, input)) yield encoder.encode(chunk);
    return undefined;
  },
  *readOrders(_db, file): Generator<OrderChunk, undefined> {
    const { source, orders } = readOrderFile(file);
    for (let from = 0; from < orders.length; from += ORDERS_A_CHUNK) {
      const some = orders.slice(from, from + ORDERS_A_CHUNK);
      yield { source, total: orders.length, orders: some };
    }
    return undefined;
  },
};
