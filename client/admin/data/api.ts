import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { adminMessages } from "../../content/admin-messages.ts";
import type {
  BackupList,
  CustomerPage,
  Needs,
  OrderPage,
  SearchHit,
  Preview,
  PreviewRequest,
} from "../../../server/contract/admin-answers.ts";
import type { DiscountList, DiscountRequest } from "../../../server/contract/discounts.ts";
import type {
  Health,
  PaymentsReport,
  TestMailAnswer,
  Checklist,
} from "../../../server/contract/health.ts";
import type { Stats, StatsQuery } from "../../../server/contract/stats.ts";
import {
  type BulkAnswer,
  type BulkRequest,
  type ChangeFeed,
  type ImportAnswer,
  type ImportEncoding,
  type ImportPreview,
  MOST_CHANGES,
  type RowHistory,
  SEQUENCE_HEADER,
  type TablePage,
  type TableRow,
  type TableSchema,
  type Value,
} from "../../../server/contract/tables.ts";
import type { PasskeyInfo } from "../../../server/contract/sign-in.ts";
import { backupWords } from "../../content/admin-backups.ts";
import { discountWords } from "../../content/admin-discounts.ts";
import { adminPasskeyWords as passkeyWords } from "../../content/admin-passkeys.ts";
import { contentWords } from "../../content/admin-content.ts";
import { calls } from "../../lib/typed-client.ts";
import type { Values } from "../offline/merge.ts";
import type { ListSearch } from "../url/table-search.ts";
import { read, write, type WriteOptions, writeOptions, uploadFile } from "./request.ts";

/** CSV file with its column mapping. `charset` is set if the user confirmed the encoding. */
export type ImportedFile = { file: Blob; columns: string; charset?: ImportEncoding };

/** Input for a new discount code; the server validates it. */
export type NewDiscount = Record<keyof DiscountRequest, Value | number[]> & { code: string };

const { admin, discounts, tables } = calls;
const { passkeys } = admin;
const passkey = passkeys[":id{[0-9]{1,15}}"];
const order = admin.orders[":id{[0-9]{1,15}}"];
const customer = admin.customers[":id{(?:order-|message-)?[0-9]{1,15}}"];
const row = tables[":table"][":id"];
const action = tables[":table"][":id{[0-9]{1,15}}"].actions[":action"];

const texts = adminMessages;
const { changeFailed } = passkeyWords;
const limit = String(MOST_CHANGES);

/**
 * Client of the admin API. Requests reject with an ApiError whose message can be shown to the user.
 */
export const adminCalls = {
  /** Reports whether the user is an administrator. Rejects with status 401 without a session. */
  getStatus: () => read<{ isAdmin: boolean }>(admin.status.$get(), texts.adminStatusFailed),

  listSchemas: () => read<TableSchema[]>(admin.schemas.$get(), texts.schemasFailed),

  getSchema: (table: string) =>
    read<TableSchema>(
      admin.schemas[":table"].$get({ param: { table } }),
      texts.schemaFailed(table),
    ),

  /** Returns a page of rows and the sequence number of the table's latest change. */
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
      admin.changes.$get({ query: { ...(since !== undefined && { since }), limit } }),
      texts.dataNotLoaded,
    ),

  /** Opens the event stream of changes after a sequence number. */
  openChanges: (since: number) =>
    new EventSource(admin.changes.stream.$path({ query: { since, limit } })),

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

  /** Reverts a change set. The revert is a change set itself, so it can be undone. */
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

  /** Parses a CSV file for a preview, without comparing it to the table or storing rows. */
  previewImport: (table: string, file: Blob) =>
    write<ImportPreview>(
      tables[":table"].import.preview.$post({ param: { table } }, csvOptions({ file })),
      texts.saveFailed,
    ),

  /** Imports rows; with `dryRun`, only reports the changes. */
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

  /** URL of a list's CSV download. */
  exportUrl: (table: string, query: ListSearch) =>
    tables[":table"].export.$path(withArgs({ param: { table }, query })),

  getOrder: (id: number) =>
    read<OrderPage>(order.$get({ param: { id: String(id) } }), texts.dataFailed("orders")),

  getCustomer: (id: string) =>
    read<CustomerPage>(customer.$get({ param: { id } }), texts.dataNotLoaded),

  getNeeds: () => read<Needs>(admin.needs.$get(), texts.dataNotLoaded),

  listBackups: () => read<BackupList>(admin.backups.$get(), backupWords.failed),

  /** Starts a backup. Poll the list for its progress. */
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

  /** Rejects as the download of a backup would; requests only its first byte. */
  async checkBackup(name: string): Promise<void> {
    const param = { name: encodeURIComponent(name) };
    const request = admin.backups[":name"].$get({ param }, { headers: { Range: "bytes=0-0" } });
    const answer = await request.catch(() => undefined);
    if (!answer?.ok) await read(request, backupWords.notDownloaded);
  },

  /** URL of a backup's download. */
  backupUrl: (name: string) =>
    admin.backups[":name"].$path({ param: { name: encodeURIComponent(name) } }),

  listPasskeys: () => read<PasskeyInfo[]>(passkeys.$get(), passkeyWords.failed),

  /** Returns the options for creating a passkey in this browser. */
  getRegistrationOptions: () =>
    read<PublicKeyCredentialCreationOptionsJSON>(passkeys.challenge.$post(), changeFailed),

  addPasskey({ id, rawId, response }: RegistrationResponseJSON) {
    const { transports = [] } = response;
    const json = { id, rawId, type: "public-key", response: { ...response, transports } } as const;
    return read<PasskeyInfo[]>(passkeys.$post({ json }), changeFailed);
  },

  renamePasskey: (id: number, name: string) =>
    read<PasskeyInfo[]>(passkey.$put({ param: { id: String(id) }, json: { name } }), changeFailed),

  removePasskey: (id: number) =>
    read<PasskeyInfo[]>(passkey.$delete({ param: { id: String(id) } }), changeFailed),

  /** Lists the discount codes of the payment provider. */
  listDiscounts: () => read<DiscountList>(discounts.$get(), discountWords.failed),

  createDiscount: (json: NewDiscount, options: WriteOptions) =>
    write<DiscountList>(
      discounts.$post(withArgs({ json } as { json: never }), writeOptions(options)),
      discountWords.notCreated,
    ),

  endDiscount: (id: string, options: WriteOptions) =>
    write<DiscountList>(
      discounts[":id"].end.$post({ param: { id } }, writeOptions(options)),
      discountWords.notEnded,
    ),

  /** Figures of the overview. */
  getStats: (query: StatsQuery, signal: AbortSignal) =>
    read<Stats>(admin.stats.$get({ query }, { init: { signal } }), texts.dataNotLoaded),

  getChecklist: () => read<Checklist>(admin.checklist.$get(), texts.dataNotLoaded),

  getHealth: () => read<Health>(admin.health.$get(), texts.dataNotLoaded),

  /** Sends a mail to the signed-in administrator; returns the mail server's answer. */
  sendTestMail: () => read<TestMailAnswer>(admin.health["test-mail"].$post(), texts.saveFailed),

  /** Fetches payment events missed by the webhooks from the payment provider. */
  checkPayments: () =>
    read<PaymentsReport>(admin.health["check-payments"].$post(), texts.saveFailed),

  /** Renders a page or mail; the given texts override the stored ones. */
  previewContent: (json: PreviewRequest, signal: AbortSignal) =>
    read<Preview>(
      admin.content.preview.$post({ json }, { init: { signal } }),
      contentWords.previewFailed,
    ),

  /** Renders a Markdown text as on the shop's pages. */
  renderMarkdown: (text: string, signal: AbortSignal) =>
    read<{ html: string }>(
      admin.content.markdown.$post({ json: { text } }, { init: { signal } }),
      contentWords.previewFailed,
    ),

  search: (q: string, signal: AbortSignal) =>
    read<SearchHit[]>(
      admin.search.$get(withArgs({ query: { q } }), { init: { signal } }),
      texts.dataNotLoaded,
    ),

  upload: uploadFile,
};

/** Passes arguments that hc has no types for, because the route reads them without a validator. */
function withArgs<Args extends object>(args: Args): Args {
  return args;
}

function csvOptions({ file, charset, ...options }: Partial<ImportedFile> & WriteOptions) {
  const { headers, init } = writeOptions(options);
  const type = charset ? `text/csv; charset=${charset}` : "text/csv";
  return { headers: { ...headers, "Content-Type": type }, init: { ...init, body: file ?? null } };
}
