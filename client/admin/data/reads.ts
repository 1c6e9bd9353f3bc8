import type { Needs, OrderPage } from "../../../server/contract/order-page.ts";
import type { Health } from "../../../server/contract/health.ts";
import type { TablePage, TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { offlineWords } from "../../content/admin-device.ts";
import { ApiError, NO_NETWORK } from "../../lib/answer.ts";
import type { AnswerStore } from "../offline/answers.ts";
import type { OfflineTables } from "../offline/offline-tables.ts";
import { listRows } from "../offline/list-rows.ts";
import { privateColumns, withoutColumns } from "../offline/private-columns.ts";
import { createReader, type Reading } from "../offline/reader.ts";
import { adminCalls, type ListSearch, rowsPath } from "./api.ts";
import { isNoAnswer } from "./request.ts";

/** When it was read, in milliseconds, where the device gave it instead of the store. */
export type FromDevice = { readAt?: number };

export type RowsPage = TablePage & { sequence: number } & FromDevice;

export type AdminReads = ReturnType<typeof createReads>;

type ReadsParts = {
  answers: AnswerStore;
  tables: Pick<OfflineTables, "find">;
  /** Whether personal details may stand on this device's disk. */
  storesPrivate: () => Promise<boolean>;
};

const SCHEMAS = "/api/admin/schemas";
/** What personal details may stand in as text. */
const PERSONAL_NEEDS = new Set(["dead_mails", "unread_messages"]);
const PERSONAL_MOMENTS = new Set(["mail", "note", "change", "refund"]);

/**
 * All that the admin's screens read: from the store, and without its answer from what this device keeps.
 */
export function createReads({ answers, tables, storesPrivate }: ReadsParts) {
  const reader = createReader({ answers, isNoAnswer });

  /** The personal columns that rows of a table are kept without. */
  async function absentOf(table: string): Promise<string[]> {
    if (await storesPrivate()) return [];
    const schema = (await listSchemas()).find(({ name }) => name === table);
    if (!schema) throw new Error(`Nothing is known of ${table}.`);
    return privateColumns(schema);
  }

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

  const strip = async (table: string, rows: TableRow[]) =>
    withoutColumns(rows, await absentOf(table));

  let schemas: Promise<TableSchema[]> | undefined;

  /** The schemas as they were read last; asked for when they never were. */
  function listSchemas(): Promise<TableSchema[]> {
    schemas ??= readSchemas();
    return schemas;
  }

  /** Fetches the schema of one table. */
  async function getSchema(table: string): Promise<TableSchema> {
    const ask = () => adminCalls.getSchema(table);
    const { body } = await read(`${SCHEMAS}/${table}`, ask, async (schema) => schema);
    if (typeof body.properties === "object") return body;
    throw new TypeError("The schema has no columns.");
  }

  async function readSchemas(): Promise<TableSchema[]> {
    const asked = read(SCHEMAS, adminCalls.listSchemas, async (body) => body);
    const found = asked.then(({ body }) => {
      if (Array.isArray(body)) return body;
      throw new TypeError("The schemas are not a list.");
    });
    found.catch(() => (schemas = undefined));
    schemas = found;
    return found;
  }

  async function read<Body>(
    key: string,
    ask: () => Promise<Body>,
    toStored: (body: Body) => Promise<unknown>,
    options: Pick<Reading<Body>, "instead" | "signal"> = {},
  ) {
    return reader.read({ key, ask, toStored, ...options }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== NO_NETWORK) throw error;
      throw new ApiError(offlineWords.notKept, { code: NO_NETWORK });
    });
  }

  /** A page of a table that is kept whole. */
  async function listOffline(table: string, search: ListSearch) {
    const kept = await tables.find(table).catch(() => undefined);
    const schema = kept && (await listSchemas()).find(({ name }) => name === table);
    if (!kept || !schema) return undefined;
    const { rows, absent, readAt, sequence } = kept;
    const page = listRows({ schema, rows, search, absent: new Set(absent) });
    return page && { value: { ...page, sequence }, readAt };
  }

  return {
    listSchemas: readSchemas,
    getSchema,
    absentOf,

    async listRows(table: string, search: ListSearch, signal?: AbortSignal): Promise<RowsPage> {
      const { body, readAt } = await read(
        rowsPath(table, search),
        () => adminCalls.listRows(table, search, signal),
        (page) => toStoredRows(table, search, page),
        { instead: () => listOffline(table, search), signal },
      );
      return withReadAt(body, readAt);
    },

    async getOrder(id: number): Promise<OrderPage & FromDevice> {
      const { body, readAt } = await read(
        `/api/admin/orders/${id}`,
        () => adminCalls.getOrder(id),
        (desk) => toStoredOrder(desk),
      );
      return withReadAt(body, readAt);
    },

    async getNeeds(): Promise<Needs & FromDevice> {
      const { body, readAt } = await read("/api/admin/needs", adminCalls.getNeeds, toStoredNeeds);
      return withReadAt(body, readAt);
    },

    /** Its lines name orders by their numbers, and no person. */
    async getHealth(): Promise<Health & FromDevice> {
      const { body, readAt } = await read(
        "/api/admin/health",
        adminCalls.getHealth,
        async (health) => health,
      );
      return withReadAt(body, readAt);
    },

    /** Whether the tables are known from this device alone. */
    areSchemasFromDevice: () => reader.isFromDevice(SCHEMAS),
    heard: reader.heard,
    forget: reader.forget,
    /** A row as the store has answered a write takes its place in what this tab has read of its table. */
    putInCache(table: string, row: TableRow): void {
      const ofTable = rowsPath(table, {});
      reader.edit((key, value) =>
        key.startsWith(ofTable) ? withRow(value as TablePage, row) : value,
      );
    },
    onBack: reader.onBack,
  };

  async function toStoredOrder(desk: OrderPage): Promise<OrderPage> {
    if (await storesPrivate()) return desk;
    const [[order = desk.order], items, emails, notes, refunds, otherOrders] = await Promise.all([
      strip("orders", [desk.order]),
      strip("order_items", desk.items),
      strip("emails", desk.emails),
      strip("order_notes", desk.notes),
      strip("refunds", desk.refunds),
      strip("orders", desk.otherOrders),
    ]);
    const timeline = desk.timeline.map((entry) =>
      PERSONAL_MOMENTS.has(entry.kind) ? { ...entry, detail: null } : entry,
    );
    return { ...desk, order, items, emails, notes, refunds, otherOrders, timeline };
  }

  async function toStoredNeeds(needs: Needs): Promise<Needs> {
    if (await storesPrivate()) return needs;
    const groups = needs.groups.map(({ kind, count, rows }) => {
      const known = PERSONAL_NEEDS.has(kind) ? [] : rows;
      return { kind, count, rows: known.map((row) => ({ ...row, detail: null })) };
    });
    return { ...needs, groups };
  }
}

/** A page with a row as it stands now, where it has that row; else the very same page. */
export function withRow<Page extends TablePage>(page: Page, row: TableRow): Page {
  if (!page.data?.some(({ id }) => id === row.id)) return page;
  return { ...page, data: page.data.map((other) => (other.id === row.id ? row : other)) };
}

function withReadAt<Body extends object>(
  body: Body,
  readAt: number | undefined,
): Body & FromDevice {
  return readAt === undefined ? body : { ...body, readAt };
}
