import type { Reader } from "../../../db/client.ts";
import type { ExportInput } from "../../ports/reads.ts";
import { csvLine, writeCell } from "./csv.ts";
import { orderOf, whereOf } from "./list-query.ts";
import { getTable } from "./registry.ts";
import { selectOf, toWire } from "./rows.ts";

/** Excel reads a file without a byte order mark as Windows-1252. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A chunk is sent when it has so many characters. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Exports a table as CSV (RFC 4180, UTF-8) in chunks: the column names in the schema's order, then
 * the filtered rows in the list's order, from one snapshot. The export needs the connection for
 * itself until the generator ends or is returned.
 */
export function* exportChunks(
  db: Reader,
  { table, query }: ExportInput,
): Generator<string, undefined> {
  const definition = getTable(table);
  const columns = [...definition.columns.values()].filter(({ bulky }) => !bulky);
  db.sqlite.exec("BEGIN");
  try {
    const where = whereOf(definition, query.filters);
    const order = orderOf(definition, query.sort);
    const sql = `${selectOf(definition)} ${where.sql} ORDER BY ${order}`;
    const rows = db.sqlite.prepare<unknown[], Record<string, unknown>>(sql);
    let chunk = BYTE_ORDER_MARK + csvLine(columns.map(({ name }) => name));
    for (const stored of rows.iterate(...where.params)) {
      const row = toWire(definition, stored);
      chunk += csvLine(columns.map(({ name, kind }) => writeCell(kind, row[name])));
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = "";
    }
    yield chunk;
  } finally {
    db.sqlite.exec("COMMIT");
  }
}
