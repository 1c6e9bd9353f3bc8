import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { isTemporary } from "../offline/entry.ts";
import type { ListSearch } from "../data/api.ts";
import { readsOf, schemasQuery } from "../data/queries.ts";
import { rowLabel } from "../app/formats.ts";
import { usePendingEdits } from "../pending/outbox-context.tsx";

export const MOST_CHOICES = 20;

/** The schema of a referenced table; undefined while loading. */
export function useReferenced(table: string): TableSchema | undefined {
  const { data: schemas } = useQuery(schemasQuery);
  return schemas?.find(({ name }) => name === table);
}

/** Rows that match a typed text: part of the label, or the id ("12", "#12"). */
export function choicesQuery(schema: TableSchema | undefined, text: string) {
  return queryOptions({
    queryKey: ["rows", schema?.name, "choices", text],
    queryFn: async ({ client, signal }): Promise<TableRow[]> => {
      if (!schema) return [];
      const searches = choiceSearches(schema, text);
      const pages = await Promise.all(
        searches.map((search) => readsOf(client).listRows(schema.name, search, signal)),
      );
      const rows = new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row]));
      return [...rows.values()].slice(0, MOST_CHOICES);
    },
    enabled: schema !== undefined,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

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

/** Rows that match a typed text; rows that are not sent yet come first. */
export function useChoices(schema: TableSchema | undefined, text: string) {
  const { data = [], isFetching, isError } = useQuery(choicesQuery(schema, text));
  const { added } = usePendingEdits(schema?.name ?? "");
  const unsent = schema ? added.filter((row) => isMeant(schema, row, text)) : [];
  return { rows: [...unsent, ...data], isFull: data.length === MOST_CHOICES, isFetching, isError };
}

function isMeant(schema: TableSchema, row: TableRow, text: string): boolean {
  return rowLabel(schema, row).toLowerCase().includes(text.trim().toLowerCase());
}

/** The label and id of a referenced row; undefined while loading. */
export function useReferenceLabel(table: string, id: number | null): string | undefined {
  const schema = useReferenced(table);
  const { added } = usePendingEdits(table);
  const isUnsent = isTemporary(id);
  const { data } = useQuery({
    queryKey: ["rows", table, "label", id],
    queryFn: ({ client, signal }) =>
      readsOf(client).listRows(table, { id: String(id), limit: "1" }, signal),
    enabled: id !== null && !isUnsent,
    staleTime: 30_000,
  });
  const row = isUnsent ? added.find((row) => row.id === id) : data?.data[0];
  if (id === null) return "";
  return row && schema ? choiceText(schema, row) : data && `#${id}`;
}

/** A row's label with its id: "Bear (#3)". */
export function choiceText(schema: TableSchema, row: TableRow): string {
  const label = rowLabel(schema, row);
  return label === `#${row.id}` ? label : `${label} (${idText(row.id)})`;
}

export function idText(id: number): string {
  return isTemporary(id) ? outboxWords.unsent : `#${id}`;
}
