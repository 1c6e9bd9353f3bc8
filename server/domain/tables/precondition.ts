import { and, desc, eq } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { changes } from "../../../db/schema.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import type { TableRow } from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";
import type { TableDefinition } from "./define-table.ts";

/** How `ETag` and `If-Match` name a row's version. */
export function tagOf({ version }: TableRow): string {
  return `"v${version}"`;
}

/**
 * Throws AppError `version_mismatch`, with the row as it is and who changed it last, when `ifMatch` (the
 * header) names other versions than the row's. Without one every version is meant.
 */
export function requireVersion(
  db: Pick<Reader, "select">,
  { name }: TableDefinition,
  { row, ifMatch }: { row: TableRow; ifMatch: string | undefined },
): void {
  const wanted = ifMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!wanted || wanted.includes("*") || wanted.includes(tagOf(row))) return;
  const newest = db
    .select({ actor: changes.actor, at: changes.createdAt })
    .from(changes)
    .where(and(eq(changes.tableName, name), eq(changes.rowId, row.id)))
    .orderBy(desc(changes.id))
    .get();
  throw new AppError("version_mismatch", texts.changedMeanwhile, {
    more: {
      current: row,
      changedBy: newest?.actor ?? null,
      changedAt: newest?.at.toISOString() ?? null,
    },
  });
}
