import { type Context, Hono } from "hono";
import { z } from "zod";
import { tableRefusals } from "../domain/tables/refusals.ts";
import { rowId } from "../contract/fields.ts";
import { type BulkRequest, MOST_BULK_ROWS, MOST_IMPORT_BYTES } from "../contract/tables.ts";
import type { Deps } from "../deps.ts";
import { changeMany } from "../domain/tables/bulk.ts";
import { findEncoding } from "../domain/tables/read-csv.ts";
import { listHistory } from "../domain/tables/changes-feed.ts";
import { importRows, previewImport, tryImport } from "../domain/tables/import.ts";
import type { ImportFile } from "../ports/read-worker.ts";
import { readListQuery } from "../domain/tables/list-query.ts";
import { getTable } from "../domain/tables/registry.ts";
import {
  changeRow,
  createRow,
  getRow,
  removeRow,
  requireVersion,
  runAction,
  tagOf,
} from "../domain/tables/write.ts";
import { sha256Hex } from "../domain/tokens.ts";
import type { AdminAuthor } from "../domain/sign-in/administrators.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError, unknownRow } from "../errors.ts";
import { type AdminEnv, answerOnce } from "../http/guards.ts";
import { bodyUpTo, json } from "../http/json.ts";

const bulkRequest = z.object({
  action: z.enum(["update", "delete"]),
  filter: z.record(z.string(), z.string()),
  ids: z.array(rowId).max(MOST_BULK_ROWS).optional(),
  expected: z.int().min(1).max(MOST_BULK_ROWS),
  sequence: z.int().min(0),
  values: z.record(z.string(), z.json()).optional(),
  rows: z
    .array(z.object({ id: rowId, version: z.int().min(1), values: z.record(z.string(), z.json()) }))
    .max(MOST_BULK_ROWS)
    .optional(),
});

const MAX_ROW_BYTES = 256 * 1024;
const MAX_BULK_BYTES = 4 * 1024 * 1024;

// No rate limit, because only administrators call these routes.
const rowBody = json(readObject, { size: bodyUpTo(MAX_ROW_BYTES) });
const actionBody = json(z.record(z.string(), z.unknown()));
const bulkBody = json(bulkRequest, { size: bodyUpTo(MAX_BULK_BYTES) });

export const tableWriteRoutes = (deps: Deps) =>
  new Hono<AdminEnv>()
    .get("/:table/:id/history", (c) => {
      const definition = getTable(c.req.param("table"));
      const id = readRowId(c.req.param("id"));
      const { page, limit } = readListQuery(definition, c.req.queries());
      return c.json(listHistory(deps.db, definition, { id, page, limit }), 200);
    })
    .post("/:table", rowBody, (c) => {
      const definition = getTable(c.req.param("table"));
      const body = c.req.valid("json");
      return answerOnce(c, deps, {
        body,
        work: {
          write(tx, author) {
            const row = createRow(tx, { definition, body, author });
            return { status: 201, body: row, headers: { ETag: tagOf(row) } };
          },
        },
      });
    })
    .post("/:table/bulk", bulkBody, async (c) => {
      const definition = getTable(c.req.param("table"));
      const body = c.req.valid("json");
      const request = body as BulkRequest;
      const run = async (author: AdminAuthor) => ({
        status: 200,
        body: await changeMany(deps, { definition, request, author }),
      });
      return answerOnce(c, deps, { body, work: { run } });
    })
    .post("/:table/import", bodyUpTo(MOST_IMPORT_BYTES), async (c) => {
      const definition = getTable(c.req.param("table"));
      const { digest, ...file } = await readFile(c);
      const fields = c.req.query("columns")?.split(",");
      const isDry = c.req.query("dryRun") === "1";
      const run = async (author: AdminAuthor) => {
        const request = { definition, file, author, ...(fields && { fields }) };
        return { status: 200, body: await (isDry ? tryImport : importRows)(deps, request) };
      };
      return answerOnce(c, deps, { body: [digest, file.encoding ?? null], work: { run } });
    })
    .post("/:table/import/preview", bodyUpTo(MOST_IMPORT_BYTES), async (c) => {
      const definition = getTable(c.req.param("table"));
      const { digest, ...file } = await readFile(c);
      return c.json({ ...(await previewImport(deps, { definition, file })), digest }, 200);
    })
    .put("/:table/:id", rowBody, (c) => {
      const definition = getTable(c.req.param("table"));
      const id = readRowId(c.req.param("id"));
      const body = c.req.valid("json");
      const ifMatch = c.req.header("If-Match");
      return answerOnce(c, deps, {
        body,
        work: {
          write(tx, author) {
            const row = getRow(tx, definition, id);
            requireVersion(tx, definition, { row, ifMatch });
            const changed = changeRow(tx, { definition, body, author, row });
            return { status: 200, body: changed, headers: { ETag: tagOf(changed) } };
          },
        },
      });
    })
    .delete("/:table/:id", (c) => {
      const definition = getTable(c.req.param("table"));
      const id = readRowId(c.req.param("id"));
      const ifMatch = c.req.header("If-Match");
      return answerOnce(c, deps, {
        body: null,
        work: {
          write(tx, author) {
            const row = getRow(tx, definition, id);
            requireVersion(tx, definition, { row, ifMatch });
            removeRow(tx, { definition, author, row });
            return { status: 200, body: { success: true } };
          },
        },
      });
    });

export const tableActionRoutes = (deps: Deps) =>
  new Hono<AdminEnv>().post("/:table/:id{[0-9]{1,15}}/actions/:action", actionBody, async (c) => {
    const { table, id, action } = c.req.param();
    const body = c.req.valid("json");
    const ifMatch = c.req.header("If-Match");
    const request = { table, id: Number(id), action, values: body, ifMatch };
    return answerOnce(c, deps, {
      body,
      work: { act: (author, call) => runAction(deps, request, { ...call, author }) },
    });
  });

/** Reads an import file. Throws AppError `wrong_type` for another type or an unknown charset. */
async function readFile(c: Context<AdminEnv>): Promise<ImportFile & { digest: string }> {
  const [type = "", ...parameters] = (c.req.header("Content-Type") ?? "").toLowerCase().split(";");
  if (type.trim() !== "text/csv") throw new AppError("wrong_type", tableRefusals.csvType);
  const charset = parameters
    .map((each) => /^\s*charset="?([^"]*?)"?\s*$/.exec(each)?.[1])
    .find(Boolean);
  const encoding = charset === undefined ? undefined : findEncoding(charset);
  if (charset !== undefined && !encoding) {
    throw new AppError("wrong_type", tableRefusals.csvCharset);
  }
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  return { bytes, ...(encoding && { encoding }), digest: sha256Hex(bytes) };
}

function readRowId(text: string): number {
  const id = rowId.safeParse(text);
  if (id.success) return id.data;
  throw unknownRow();
}

function readObject(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new AppError("malformed", buyerRefusals.malformedJson);
}
