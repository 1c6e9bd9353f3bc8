import type { BackupList } from "../../../server/contract/backups.ts";
import type { Needs, OrderPage, SearchHit, Upload } from "../../../server/contract/order-page.ts";
import type { Health, PaymentsReport, TestMailAnswer } from "../../../server/contract/health.ts";
import {
  type BulkAnswer,
  type BulkRequest,
  type ChangeFeed,
  type ImportAnswer,
  type ImportEncoding,
  type ImportPreview,
  type RowHistory,
  SEQUENCE_HEADER,
  type TablePage,
  type TableRow,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import { adminMessages } from "../../../server/contract/admin-messages.ts";
import { messages } from "../../../server/contract/messages.ts";
import { backupWords } from "../../content/admin-backups.ts";
import { ApiError, NO_NETWORK } from "../../lib/answer.ts";
import type { Values } from "../offline/merge.ts";
import { ask, meant, read, write, type WriteOptions } from "./send.ts";

/** A list's query as the URL has it: page, limit, sort and filters. */
export type ListSearch = Record<string, string>;

/**
 * A CSV file with a field for each of its columns. `charset` is set when a person confirmed the
 * encoding.
 */
export type ImportedFile = { file: Blob; columns: string; charset?: ImportEncoding };

/**
 * The administrator's calls. Each rejects with an ApiError whose message can be shown: the server's
 * own, else the catalogue's.
 */
export const adminCalls = {
  /** Whether the signed-in user may administer; an ApiError with status 401 when none is signed in. */
  getStatus: () => ask<{ isAdmin: boolean }>("/api/admin/status", adminMessages.adminStatusFailed),

  listSchemas: () => ask<TableSchema[]>("/api/admin/schemas", adminMessages.schemasFailed),

  getSchema: (table: string) =>
    ask<TableSchema>(`/api/admin/schemas/${table}`, adminMessages.schemaFailed(table)),

  /** A page of a table's rows, with the sequence of the table's newest change. */
  async listRows(table: string, search: ListSearch, signal?: AbortSignal) {
    const request = fetch(rowsPath(table, search), { ...(signal && { signal }) });
    const page = await read<TablePage>(request, adminMessages.dataFailed(table));
    const sequence = Number((await request).headers.get(SEQUENCE_HEADER) ?? 0);
    return { ...page, sequence };
  },

  /** What happened to rows after a sequence; nothing without one, but the newest. */
  listChanges: (since?: number) =>
    ask<ChangeFeed>(
      `/api/admin/changes${since === undefined ? "" : `?since=${since}`}`,
      adminMessages.dataNotLoaded,
    ),

  /** Opens the event stream of what happens after a sequence; gives its text by the piece. */
  async openChanges(since: number, signal: AbortSignal): Promise<AsyncIterable<string>> {
    const request = fetch(`/api/admin/changes/stream?since=${since}`, { signal });
    const { ok, headers, body } = await request.catch(() => {
      throw noLine();
    });
    const isStream = headers.get("Content-Type")?.startsWith("text/event-stream");
    if (ok && isStream && body) return piecesOf(body);
    await read(request, adminMessages.dataNotLoaded);
    throw new ApiError(adminMessages.dataNotLoaded);
  },

  createRow: (table: string, json: Values, options: WriteOptions) =>
    write<TableRow>(
      `/api/tables/${table}`,
      { method: "POST", json, ...options },
      adminMessages.createFailed,
    ),

  updateRow: (table: string, id: number, { json, ...options }: WriteOptions & { json: Values }) =>
    write<TableRow>(
      `/api/tables/${table}/${id}`,
      { method: "PUT", json, ...options },
      adminMessages.updateFailed,
    ),

  deleteRow: (table: string, id: number, options: WriteOptions) =>
    write<{ success: boolean }>(
      `/api/tables/${table}/${id}`,
      { method: "DELETE", ...options },
      adminMessages.deleteFailed,
    ),

  /** Does one of the table's actions with a row. */
  runAction: (
    place: { table: string; id: number; action: string },
    { json, ...options }: WriteOptions & { json: Values },
  ) =>
    write<TableRow>(
      `/api/tables/${place.table}/${place.id}/actions/${place.action}`,
      { method: "POST", json, ...options },
      adminMessages.saveFailed,
    ),

  listHistory: (table: string, id: number, page: number) =>
    ask<RowHistory>(
      `/api/tables/${table}/${id}/history?page=${page}`,
      adminMessages.dataFailed(table),
    ),

  /** Takes a change set back as a write of its own, which can be undone as well. */
  undo: (changeSet: number, options: WriteOptions) =>
    write<{ changed: number }>(
      `/api/admin/change-sets/${changeSet}/undo`,
      { method: "POST", json: {}, ...options },
      adminMessages.updateFailed,
    ),

  changeMany: (table: string, json: BulkRequest, options: WriteOptions) =>
    write<BulkAnswer>(
      `/api/tables/${table}/bulk`,
      { method: "POST", json, ...options },
      adminMessages.updateFailed,
    ),

  /** Previews a CSV file without comparing or storing its rows. */
  previewImport: (table: string, file: Blob) =>
    write<ImportPreview>(
      `/api/tables/${table}/import/preview`,
      { body: file, type: "text/csv" },
      adminMessages.saveFailed,
    ),

  /** Imports rows, or says what an import would do. */
  importRows: (
    table: string,
    {
      file,
      columns,
      charset,
      dryRun,
      ...options
    }: WriteOptions & ImportedFile & { dryRun: boolean },
  ) =>
    write<ImportAnswer>(
      `/api/tables/${table}/import?${new URLSearchParams({ columns, ...(dryRun && { dryRun: "1" }) })}`,
      { body: file, type: charset ? `text/csv; charset=${charset}` : "text/csv", ...options },
      adminMessages.saveFailed,
    ),

  /** Where the browser saves a list as CSV from. */
  exportUrl: (table: string, search: ListSearch) =>
    `/api/tables/${table}/export?${new URLSearchParams(search)}`,

  getOrder: (id: number) =>
    ask<OrderPage>(`/api/admin/orders/${id}`, adminMessages.dataFailed("orders")),

  getNeeds: () => ask<Needs>("/api/admin/needs", adminMessages.dataNotLoaded),

  listBackups: () => ask<BackupList>("/api/admin/backups", backupWords.failed),

  /** Begins one; how it goes is in the list. */
  makeBackup: (options: WriteOptions) =>
    write<BackupList>("/api/admin/backups", { method: "POST", ...options }, backupWords.notBegun),

  deleteBackup: (name: string, options: WriteOptions) =>
    write<{ success: boolean }>(
      backupPath(name),
      { method: "DELETE", ...options },
      backupWords.notDeleted,
    ),

  /** Where the browser saves an archive from. */
  backupUrl: backupPath,

  getHealth: () => ask<Health>("/api/admin/health", adminMessages.dataNotLoaded),

  /** Sends a mail to the signed-in administrator, and says what the mail server did with it. */
  sendTestMail: () =>
    read<TestMailAnswer>(
      fetch("/api/admin/health/test-mail", { method: "POST" }),
      adminMessages.saveFailed,
    ),

  /** Asks the payment provider, and takes what no webhook has brought. */
  checkPayments: () =>
    read<PaymentsReport>(
      fetch("/api/admin/health/check-payments", { method: "POST" }),
      adminMessages.saveFailed,
    ),

  search: (text: string, signal: AbortSignal) =>
    read<SearchHit[]>(
      fetch(`/api/admin/search?${new URLSearchParams({ q: text })}`, { signal }),
      adminMessages.dataNotLoaded,
    ),

  /** Sends a file; `onProgress` is told the part that has been sent, 0 to 1. */
  upload: uploadFile,
};

/** Where a page of a table is read. */
export function rowsPath(table: string, search: ListSearch): string {
  return `/api/tables/${table}?${new URLSearchParams(search)}`;
}

function backupPath(name: string): string {
  return `/api/admin/backups/${encodeURIComponent(name)}`;
}

/** Not every browser reads a stream in a loop. */
function noLine(): ApiError {
  return new ApiError(messages.network, { code: NO_NETWORK });
}

async function* piecesOf(body: ReadableStream<BufferSource>): AsyncIterable<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((error: unknown) => {
        // A stream that was ended here is no lost line.
        throw error instanceof DOMException ? error : noLine();
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

type UploadKind = "media" | "file";
type UploadOptions = { onProgress?: (part: number) => void; user?: number; signal: AbortSignal };

/** `fetch` tells nothing of how far a request has come; this older call does. */
function uploadFile(
  kind: UploadKind,
  file: File,
  { onProgress, user, signal }: UploadOptions,
): Promise<Upload> {
  const failed =
    kind === "media" ? adminMessages.mediaUploadFailed : adminMessages.fileUploadFailed;
  const body = new FormData();
  body.set("file", file);
  const answer = new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(loaded / total),
    );
    request.addEventListener("load", () => {
      const headers = { "Content-Type": request.getResponseHeader("Content-Type") ?? "" };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    for (const type of ["error", "abort"] as const) {
      request.addEventListener(type, () => reject(new ApiError(failed, { code: NO_NETWORK })));
    }
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", `/api/upload/${kind}`);
    for (const header of Object.entries(meant(user))) request.setRequestHeader(...header);
    request.send(body);
  });
  return read<Upload>(answer, failed);
}
