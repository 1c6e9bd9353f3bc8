import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { sleep } from "../../lib/retry.ts";
import { usePendingEdits } from "../data/admin-context.ts";
import { rowLabel } from "../data/row-texts.ts";
import type { ListSearch } from "../url/table-search.ts";
import { readRows, schemasQuery, tableQuery, useRows, useSchemas } from "../data/queries.ts";
import { isNoAnswer } from "../data/request.ts";
import { isTemporary } from "../offline/entry.ts";

const MOST_CHOICES = 20;
/** Time window for batching label requests. */
const BATCH_MS = 40;
const MOST_IDS = 200;

/** Returns at most two list searches for typed text: by label part and by id ("12", "#12"). */
export function choiceSearches(
  { label, properties }: Pick<TableSchema, "label" | "properties">,
  text: string,
): ListSearch[] {
  const limit = String(MOST_CHOICES);
  const typed = text.trim();
  const [, id] = /^#?(\d{1,15})$/.exec(typed) ?? [];
  const byId = id === undefined ? [] : [{ id, limit: "1" }];
  if (typed === "") return [{ limit, sort: "id:desc" }];
  if (typed.startsWith("#")) return byId;
  const isText = properties[label]?.operators.includes("contains");
  return isText ? [...byId, { [`${label}__contains`]: typed, limit }] : byId;
}

/** Returns rows that match typed text; unsent rows come first. */
export function useChoices(schema: TableSchema | undefined, text: string) {
  const table = schema?.name ?? "";
  const [first, second] = schema ? choiceSearches(schema, text) : [];
  const found = [
    useRows(table, first ?? {}, { enabled: first !== undefined }),
    useRows(table, second ?? {}, { enabled: second !== undefined }),
  ].slice(0, second ? 2 : first ? 1 : 0);
  const known = found.flatMap(({ data }) => data?.data ?? []).map((row) => [row.id, row] as const);
  const rows = [...new Map(known).values()].slice(0, MOST_CHOICES);
  const { added } = usePendingEdits(table);
  const typed = text.trim().toLowerCase();
  const unsent = added.filter(
    (row) => schema && rowLabel(schema, row).toLowerCase().includes(typed),
  );
  return {
    rows: [...unsent, ...rows],
    isFull: rows.length === MOST_CHOICES,
    isFetching: found.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
    isError: found.some(({ error }) => error),
  };
}

/** Query for a row's label; null if the row does not exist. Requests are batched. */
export function labelQuery(table: string, id: number | null) {
  return queryOptions({
    queryKey: ["label", table, id],
    queryFn: async ({ client, signal }): Promise<string | null> => {
      if (id === null) return null;
      const [row, schemas] = await Promise.all([
        findInBatch({ client, table, id, signal }),
        client.ensureQueryData(schemasQuery),
      ]);
      const schema = schemas.find(({ name }) => name === table);
      return row && schema ? rowLabel(schema, row) : null;
    },
    enabled: id !== null && !isTemporary(id),
    staleTime: 30_000,
    meta: { tables: [table] },
  });
}

type RowRequest = { client: QueryClient; table: string; id: number; signal: AbortSignal };
type Batch = { wanted: Map<number, AbortSignal>; rows: Promise<Map<number, TableRow>> };

const batches = new Map<string, Batch>();

/** Reads a row with the next batch, which skips rows whose requests were aborted. */
async function findInBatch({ client, table, id, signal }: RowRequest) {
  const batch = batches.get(table) ?? openBatch(client, table);
  batch.wanted.set(id, signal);
  return (await batch.rows).get(id);
}

function openBatch(client: QueryClient, table: string): Batch {
  const wanted: Batch["wanted"] = new Map();
  const read = async () => {
    await sleep(BATCH_MS);
    batches.delete(table);
    const ids = [...wanted].flatMap(([id, { aborted }]) => (aborted ? [] : [id]));
    const parts = Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, at) =>
      ids.slice(at * MOST_IDS, (at + 1) * MOST_IDS),
    );
    const rows = await Promise.all(parts.map((part) => readById(client, table, part)));
    return new Map(rows.flat().map((row) => [row.id, row]));
  };
  const batch = { wanted, rows: read() };
  batches.set(table, batch);
  return batch;
}

/** Reads rows by id; if the server is unreachable, from the table's copy on this device. */
async function readById(client: QueryClient, table: string, ids: number[]): Promise<TableRow[]> {
  const search = { id__in: ids.join(","), limit: String(ids.length) };
  const page = await readRows(client, table, search).catch(async (error: unknown) => {
    if (!isNoAnswer(error)) throw error;
    await client.ensureQueryData(tableQuery(table));
    return readRows(client, table, search);
  });
  return page.data;
}

/** Returns the label and id of a referenced row; undefined while loading, "" if `id` is null. */
export function useReferenceLabel(table: string, id: number | null): string | undefined {
  const schema = useSchemas().get(table);
  const { added } = usePendingEdits(table);
  const { data: label } = useQuery(labelQuery(table, id));
  if (id === null) return "";
  const unsent = added.find((row) => row.id === id);
  if (unsent) return schema && choiceText(schema, unsent);
  return label === null ? `#${id}` : label && labelText(label, id);
}

/** Formats a row's label with its id: "Bear (#3)". */
export function choiceText(schema: TableSchema, row: TableRow): string {
  return labelText(rowLabel(schema, row), row.id);
}

function labelText(label: string, id: number): string {
  return label === `#${id}` ? label : `${label} (${idText(id)})`;
}

export function idText(id: number): string {
  return isTemporary(id) ? outboxWords.unsent : `#${id}`;
}
