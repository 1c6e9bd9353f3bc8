import { usualOperator } from "../../../server/contract/list-query.ts";
import { type Operator, OPERATORS, type TableSchema } from "../../../server/contract/tables.ts";
import type { Conditions, RowPart } from "../kinds/field-kind.ts";
import { kindOf } from "../kinds/kinds.ts";
import type { ListSearch } from "../url/table-search.ts";
import { filtersOf, type TableSearch } from "../url/table-search.ts";

/** One condition on a list. Its value is the text in the URL; `in` separates values by commas. */
export type Condition = { field: string; operator: Operator; value: string };

/** Conditions on a column by operator, in TanStack Table's filter format. */
export type ColumnFilter = { id: string; value: Conditions };

type FilterText = { title: string; verb: string; value: string };

/** Parses the filters in a URL. Includes unknown fields, so that the user can remove them. */
export function readFilters({ properties }: TableSchema, search: TableSearch): ColumnFilter[] {
  const conditions = Object.entries(filtersOf(search)).map(([key, value]) => {
    const at = key.lastIndexOf("__");
    const named = at > 0 && OPERATORS.find((each) => each === key.slice(at + 2));
    const field = named ? key.slice(0, at) : key;
    return { field, operator: named || usualOperator(properties[field]), value };
  });
  return groupByField(conditions);
}

export function filterQuery({ properties }: TableSchema, filters: readonly ColumnFilter[]) {
  const entries = conditionsOf(filters).map(({ field, operator, value }) => [
    operator === usualOperator(properties[field]) ? field : `${field}__${operator}`,
    value,
  ]);
  return Object.fromEntries(entries) as ListSearch;
}

/** Groups conditions by field; drops blank ones. */
export function groupByField(conditions: readonly Condition[]): ColumnFilter[] {
  const filled = conditions.filter(({ value }) => value.trim() !== "");
  return [...Map.groupBy(filled, ({ field }) => field)].map(([id, group]) => ({
    id,
    value: Object.fromEntries(group.map(({ operator, value }) => [operator, value.trim()])),
  }));
}

export function conditionsOf(filters: readonly ColumnFilter[]): Condition[] {
  return filters.flatMap(({ id, value }) =>
    OPERATORS.flatMap((operator) =>
      value[operator]?.trim() ? [{ field: id, operator, value: value[operator].trim() }] : [],
    ),
  );
}

/** Describes a condition in words. References are shown by id. */
export function filterText(
  schema: TableSchema,
  { field: name, operator, value }: Condition,
  row: RowPart = {},
): FilterText {
  const field = schema.properties[name];
  const title = field?.title ?? name;
  const filter = field && kindOf(field, name).filter;
  // A filter that is no column is called by its view.
  const view = field ? undefined : schema.views?.find(({ filters }) => filters[name] === value);
  if (view) return { title: view.title, verb: "", value: "" };
  if (operator === "isnull") {
    return { title, verb: value === "false" ? "is not empty" : "is empty", value: "" };
  }
  const described = field && filter?.describe?.(operator, value, field);
  if (described) return { title, ...described };
  const verb = VERBS[operator];
  if (operator === "contains") return { title, verb, value: `“${value}”` };
  const values = operator === "in" ? value.split(",") : [value];
  const texts = values.map((each) => (field && filter?.text?.(each, field, row)) ?? each);
  return { title, verb, value: texts.join(" or ") };
}

const VERBS: Record<Operator, string> = {
  eq: "is",
  ne: "is not",
  gt: ">",
  gte: "≥",
  lt: "<",
  lte: "≤",
  in: "is",
  contains: "contains",
  isnull: "is empty",
};
