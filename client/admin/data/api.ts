import { hc } from "hono/client";
import type { AppType } from "../../../server/app.ts";
import { adminMessages } from "../../../server/contract/admin-messages.ts";
import type {
  BackupList,
  Needs,
  OrderPage,
  SearchHit,
  Upload,
} from "../../../server/contract/admin-answers.ts";
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
import { backupWords } from "../../content/admin-backups.ts";
import { ApiError, NO_NETWORK } from "../../lib/answer.ts";
import type { Values } from "../offline/merge.ts";
import { read, userHeader, write, type WriteOptions, writeOptions } from "./request.ts";

/** A list's query as in the URL: page, limit, sort and filters. */
export type ListSearch = Record<string, string>;

/** A CSV file and the field of each column. `charset` is set when a person confirmed the encoding. */
export type ImportedFile = { file: Blob; columns: string; charset?: ImportEncoding };

const { admin, tables } = hc<AppType>("/").api;
const order = admin.orders[":id{[0-9]{1,15}}"];
const row = tables[":table"][":id"];
const action = tables[":table"][":id{[0-9]{1,15}}"].actions[":action"];

const texts = adminMessages;
/** Changes in one answer: the server's maximum. */
const FEED_LIMIT = "500";

/**
 * The administrator's calls. Each rejects with an ApiError whose message can be shown: the server's
 * own, else the catalogue's.
 */
export const adminCalls = {
  /** Rejects with status 401 without a session. */
  getStatus: () => read<{ isAdmin: boolean }>(admin.status.$get(), texts.adminStatusFailed),

  listSchemas: () => read<TableSchema[]>(admin.schemas.$get(), texts.schemasFailed),

  getSchema: (table: string) =>
    read<TableSchema>(
      admin.schemas[":table"].$get({ param: { table } }),
      texts.schemaFailed(table),
    ),

  /** A page of a table's rows, with the sequence of the table's newest change. */
  async listRows(table: string, query: ListSearch, signal?: AbortSignal) {
    const options = writeOptions({ ...(signal && { signal }) });
    const request = tables[":table"].$get(withArgs({ param: { table }, query }), options);
    const page = await read<TablePage>(request, texts.dataFailed(table));
    const sequence = Number((await request).headers.get(SEQUENCE_HEADER) ?? 0);
    return { ...page, sequence };
  },

  /** Changes after a sequence; without one only the newest sequence. */
  listChanges: (since?: number) =>
    read<ChangeFeed>(
      admin.changes.$get({ query: { ...(since !== undefined && { since }), limit: FEED_LIMIT } }),
      texts.dataNotLoaded,
    ),

  /** Opens the event stream of the changes after a sequence. */
  openChanges: (since: number) =>
    new EventSource(admin.changes.stream.$path({ query: { since, limit: FEED_LIMIT } })),

  createRow: (table: string, json: Values, options: WriteOptions) =>
    write<TableRow>(
      tables[":table"].$post({ param: { table }, json }, writeOptions(options)),
      texts.createFailed,
    ),

  updateRow: (table: string, id: number, { json, ...options }: WriteOptions & { json: Values }) =>
    write<TableRow>(
      row.$put({ param: { table, id: String(id) }, json }, writeOptions(options)),
      texts.updateFailed,
    ),

  deleteRow: (table: string, id: number, options: WriteOptions) =>
    write<{ success: boolean }>(
      row.$delete({ param: { table, id: String(id) } }, writeOptions(options)),
      texts.deleteFailed,
    ),

  /** Runs one of the table's actions on a row. */
  runAction: (
    { id, ...place }: { table: string; id: number; action: string },
    { json, ...options }: WriteOptions & { json: Values },
  ) =>
    write<TableRow>(
      action.$post({ param: { ...place, id: String(id) }, json }, writeOptions(options)),
      texts.saveFailed,
    ),

  listHistory: (table: string, id: number, page: number) =>
    read<RowHistory>(
      row.history.$get(
        withArgs({ param: { table, id: String(id) }, query: { page: String(page) } }),
      ),
      texts.dataFailed(table),
    ),

  /** Reverts a change set; the revert can be undone as well. */
  undo: (changeSet: number, options: WriteOptions) =>
    write<{ changed: number }>(
      admin["change-sets"][":id"].undo.$post(
        { param: { id: String(changeSet) } },
        writeOptions(options),
      ),
      texts.updateFailed,
    ),

  changeMany: (table: string, json: BulkRequest, options: WriteOptions) =>
    write<BulkAnswer>(
      tables[":table"].bulk.$post(withArgs({ param: { table }, json }), writeOptions(options)),
      texts.updateFailed,
    ),

  /** Previews a CSV file without comparing or storing its rows. */
  previewImport: (table: string, file: Blob) =>
    write<ImportPreview>(
      tables[":table"].import.preview.$post({ param: { table } }, csvOptions({ file })),
      texts.saveFailed,
    ),

  /** Imports rows; with `dryRun` it only reports what an import would do. */
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
      tables[":table"].import.$post(
        withArgs({ param: { table }, query: { columns, ...(dryRun && { dryRun: "1" }) } }),
        csvOptions({ file, charset, ...options }),
      ),
      texts.saveFailed,
    ),

  /** Where the browser downloads a list as CSV. */
  exportUrl: (table: string, query: ListSearch) =>
    tables[":table"].export.$path(withArgs({ param: { table }, query })),

  getOrder: (id: number) =>
    read<OrderPage>(order.$get({ param: { id: String(id) } }), texts.dataFailed("orders")),

  getNeeds: () => read<Needs>(admin.needs.$get(), texts.dataNotLoaded),

  listBackups: () => read<BackupList>(admin.backups.$get(), backupWords.failed),

  /** Starts a backup; the list shows its progress. */
  makeBackup: (options: WriteOptions) =>
    write<BackupList>(admin.backups.$post({}, writeOptions(options)), backupWords.notBegun),

  deleteBackup: (name: string, options: WriteOptions) =>
    write<{ success: boolean }>(
      admin.backups[":name"].$delete(
        { param: { name: encodeURIComponent(name) } },
        writeOptions(options),
      ),
      backupWords.notDeleted,
    ),

  /** Where the browser downloads a backup. */
  backupUrl: (name: string) =>
    admin.backups[":name"].$path({ param: { name: encodeURIComponent(name) } }),

  getHealth: () => read<Health>(admin.health.$get(), texts.dataNotLoaded),

  /** Sends a mail to the signed-in administrator; returns the mail server's answer. */
  sendTestMail: () => read<TestMailAnswer>(admin.health["test-mail"].$post(), texts.saveFailed),

  /** Fetches from the payment provider what its webhooks did not deliver. */
  checkPayments: () =>
    read<PaymentsReport>(admin.health["check-payments"].$post(), texts.saveFailed),

  search: (q: string, signal: AbortSignal) =>
    read<SearchHit[]>(
      admin.search.$get(withArgs({ query: { q } }), { init: { signal } }),
      texts.dataNotLoaded,
    ),

  upload: uploadFile,
};

/** Passes arguments that a route reads without a validator, so hc does not know them. */
function withArgs<Args extends object>(args: Args): Args {
  return args;
}

function csvOptions({ file, charset, ...options }: Partial<ImportedFile> & WriteOptions) {
  const { headers, init } = writeOptions(options);
  const type = charset ? `text/csv; charset=${charset}` : "text/csv";
  return { headers: { ...headers, "Content-Type": type }, init: { ...init, body: file ?? null } };
}

type UploadKind = "media" | "file";
/** `onProgress` gets the sent part, 0 to 1. */
type UploadOptions = { onProgress?: (part: number) => void; user?: number; signal: AbortSignal };

/** Uploads by XMLHttpRequest, because `fetch` reports no progress. */
function uploadFile(
  kind: UploadKind,
  file: File,
  { onProgress, user, signal }: UploadOptions,
): Promise<Upload> {
  const failed = kind === "media" ? texts.mediaUploadFailed : texts.fileUploadFailed;
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
    for (const header of Object.entries(userHeader(user))) request.setRequestHeader(...header);
    request.send(body);
  });
  return read<Upload>(answer, failed);
}
