import type { Health } from "../../../server/contract/health.ts";
import type { Needs, OrderPage } from "../../../server/contract/admin-answers.ts";
import type { TablePage, TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { offlineWords } from "../../content/admin-device.ts";
import { ApiError, NO_NETWORK } from "../../lib/answer.ts";
import type { AnswerStore } from "../offline/answers.ts";
import { listRows } from "../offline/list-rows.ts";
import type { OfflineTables } from "../offline/offline-tables.ts";
import { privateColumns, withoutColumns } from "../offline/private-columns.ts";
import { createReader, type Reading } from "../offline/reader.ts";
import { adminCalls, type ListSearch, rowsPath } from "./api.ts";
import { isNoAnswer } from "./request.ts";

/** When this device read it, in milliseconds; undefined for the store's own answer. */
export type FromDevice = { readAt?: number };

export type RowsPage = TablePage & { sequence: number } & FromDevice;

export type AdminReads = ReturnType<typeof createReads>;

type ReadsParts = {
  answers: AnswerStore;
  tables: Pick<OfflineTables, "find">;
  /** Whether personal details may be stored on disk. */
  storesPrivate: () => Promise<boolean>;
};

const SCHEMAS = "/api/admin/schemas";
/** Groups and entries whose text may contain personal details. */
const PERSONAL_NEEDS = new Set(["dead_mails", "unread_messages"]);
const PERSONAL_MOMENTS = new Set(["mail", "note", "change", "refund"]);

/** The reads of all screens: from the store, or without its answer from this device. */
export function createReads({ answers, tables, storesPrivate }: ReadsParts) {
  const reader = createReader({ answers, isNoAnswer });
  let schemas: Promise<TableSchema[]> | undefined;

  /** The private columns that are not stored of a table. */
  async function absentOf(table: string): Promise<string[]> {
    if (await storesPrivate()) return [];
    const schema = (await listSchemas()).find(({ name }) => name === table);
    if (!schema) throw new Error(`Table ${table} has no schema.`);
    return privateColumns(schema);
  }

  const strip = async (table: string, rows: TableRow[]) =>
    withoutColumns(rows, await absentOf(table));

  /**
   * A page as it may be cached on disk; undefined when its filters, which are part of the cache
   * key, contain personal details.
   */
  async function toStoredRows(table: string, search: ListSearch, page: RowsPage) {
    const absent = await absentOf(table);
    const isAsked = (name: string) =>
      Object.keys(search).some((key) => key === name || key.startsWith(`${name}__`));
    if (absent.some(isAsked)) return undefined;
    return { ...page, data: withoutColumns(page.data, absent) };
  }

  async function toStoredOrder(page: OrderPage): Promise<OrderPage> {
    if (await storesPrivate()) return page;
    const [[order = page.order], items, emails, notes, refunds, otherOrders] = await Promise.all([
      strip("orders", [page.order]),
      strip("order_items", page.items),
      strip("emails", page.emails),
      strip("order_notes", page.notes),
      strip("refunds", page.refunds),
      strip("orders", page.otherOrders),
    ]);
    const timeline = page.timeline.map((entry) =>
      PERSONAL_MOMENTS.has(entry.kind) ? { ...entry, detail: null } : entry,
    );
    return { ...page, order, items, emails, notes, refunds, otherOrders, timeline };
  }

  async function toStoredNeeds(needs: Needs): Promise<Needs> {
    if (await storesPrivate()) return needs;
    const groups = needs.groups.map(({ kind, count, rows }) => {
      const known = PERSONAL_NEEDS.has(kind) ? [] : rows;
      return { kind, count, rows: known.map((row) => ({ ...row, detail: null })) };
    });
    return { ...needs, groups };
  }

  async function read<Body>(
    key: string,
    ask: () => Promise<Body>,
    toStored: (body: Body) => Promise<unknown> = async (body) => body,
    options: Pick<Reading<Body>, "instead" | "signal"> = {},
  ) {
    return reader.read({ key, ask, toStored, ...options }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== NO_NETWORK) throw error;
      throw new ApiError(offlineWords.notKept, { code: NO_NETWORK });
    });
  }

  /** Reads the schemas; `listSchemas` gives those read last. */
  async function readSchemas(): Promise<TableSchema[]> {
    const found = read(SCHEMAS, adminCalls.listSchemas).then(({ body }) => {
      if (Array.isArray(body)) return body;
      throw new TypeError("The schemas are not a list.");
    });
    found.catch(() => (schemas = undefined));
    schemas = found;
    return found;
  }

  function listSchemas(): Promise<TableSchema[]> {
    schemas ??= readSchemas();
    return schemas;
  }

  async function getSchema(table: string): Promise<TableSchema> {
    const { body } = await read(`${SCHEMAS}/${table}`, () => adminCalls.getSchema(table));
    if (typeof body.properties === "object") return body;
    throw new TypeError("The schema has no columns.");
  }

  /** A page of a table that is stored whole. */
  async function listOffline(table: string, search: ListSearch) {
    const found = await tables.find(table).catch(() => undefined);
    const schema = found && (await listSchemas()).find(({ name }) => name === table);
    if (!found || !schema) return undefined;
    const { rows, absent, readAt, sequence } = found;
    const page = listRows({ schema, rows, search, absent: new Set(absent) });
    return page && { value: { ...page, sequence }, readAt };
  }

  return {
    listSchemas: readSchemas,
    getSchema,
    absentOf,

    async listRows(table: string, search: ListSearch, signal?: AbortSignal): Promise<RowsPage> {
      const page = await read(
        rowsPath(table, search),
        () => adminCalls.listRows(table, search, signal),
        (page) => toStoredRows(table, search, page),
        { instead: () => listOffline(table, search), signal },
      );
      return withReadAt(page);
    },

    async getOrder(id: number): Promise<OrderPage & FromDevice> {
      const ask = () => adminCalls.getOrder(id);
      return withReadAt(await read(`/api/admin/orders/${id}`, ask, toStoredOrder));
    },

    async getNeeds(): Promise<Needs & FromDevice> {
      return withReadAt(await read("/api/admin/needs", adminCalls.getNeeds, toStoredNeeds));
    },

    /** Names orders by number and no person, so it is stored whole. */
    async getHealth(): Promise<Health & FromDevice> {
      return withReadAt(await read("/api/admin/health", adminCalls.getHealth));
    },

    /** Whether the schemas were read from this device. */
    areSchemasFromDevice: () => reader.isFromDevice(SCHEMAS),
    heard: reader.heard,
    forget: reader.forget,
    /** Puts a row, as the store answered a write, into the pages that this tab has read. */
    putInCache(table: string, row: TableRow): void {
      const path = rowsPath(table, {});
      reader.edit((key, value) =>
        key.split("?")[0] === path ? withRow(value as TablePage, row) : value,
      );
    },
    onBack: reader.onBack,
  };
}

/** The page with the current row; the same page when it does not have the row. */
export function withRow<Page extends TablePage>(page: Page, row: TableRow): Page {
  if (!page.data?.some(({ id }) => id === row.id)) return page;
  return { ...page, data: page.data.map((other) => (other.id === row.id ? row : other)) };
}

function withReadAt<Body extends object>({
  body,
  readAt,
}: {
  body: Body;
  readAt?: number;
}): Body & FromDevice {
  return readAt === undefined ? body : { ...body, readAt };
}
