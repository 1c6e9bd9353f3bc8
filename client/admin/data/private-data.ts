import type { QueryKey } from "@tanstack/react-query";
import type {
  CustomerPage,
  Needs,
  OrderPage,
  RowList,
} from "../../../server/contract/admin-answers.ts";
import type { TablePage, TableRow, TableSchema } from "../../../server/contract/tables.ts";
import type { LocalTable } from "./local-table.ts";

/**
 * Kinds of "Needs attention" groups and of activity entries whose text may contain personal
 * details.
 */
const PERSONAL_NEEDS = new Set(["passkey_changes", "dead_mails", "unread_messages", "reviews"]);
const PERSONAL_MOMENTS = new Set(["mail", "note", "change", "refund"]);

/**
 * Returns the data of a query without personal details, or the same data if it contains no personal
 * details. Undefined when it must not be stored: its columns are unknown, or the filters in its key
 * contain personal details.
 */
export function withoutPrivate(
  [kind, name, search]: QueryKey,
  data: unknown,
  schemas: readonly TableSchema[] = [],
): unknown {
  const absentOf = (table: string) => {
    const schema = schemas.find((each) => each.name === table);
    return schema && privateColumns(schema);
  };
  const strip = (table: string, rows: TableRow[]) => {
    const absent = absentOf(table);
    return absent ? withoutColumns(rows, absent) : [];
  };
  if (data === null) return data;
  if (kind === "order") return stripOrder(data as OrderPage, strip);
  if (kind === "customer") return stripCustomer(data as CustomerPage, strip);
  if (kind === "needs") return stripNeeds(data as Needs);
  if (kind !== "table" && kind !== "rows") return data;
  const absent = absentOf(String(name));
  if (!absent) return undefined;
  if (absent.length === 0) return data;
  if (kind === "table") {
    const whole = data as NonNullable<LocalTable>;
    return { ...whole, rows: withoutColumns(whole.rows, absent), absent };
  }
  const asked = Object.keys(search ?? {}).map((key) => key.split("__")[0]);
  if (absent.some((column) => asked.includes(column))) return undefined;
  const page = data as TablePage;
  return { ...page, data: withoutColumns(page.data, absent) };
}

function privateColumns({ properties }: Pick<TableSchema, "properties">): string[] {
  return Object.entries(properties).flatMap(([name, field]) => (field.private ? [name] : []));
}

/** Omits these columns from the rows; the keys are absent, not null. */
function withoutColumns(rows: readonly TableRow[], columns: readonly string[]): TableRow[] {
  const isLeft = ([name]: [string, unknown]) => !columns.includes(name);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(isLeft)) as TableRow);
}

type Strip = (table: string, rows: TableRow[]) => TableRow[];

function stripOrder(page: OrderPage, strip: Strip): OrderPage | undefined {
  const [order] = strip("orders", [page.order]);
  return (
    order && {
      ...page,
      order,
      items: strip("order_items", page.items),
      emails: strip("emails", page.emails),
      notes: strip("order_notes", page.notes),
      refunds: strip("refunds", page.refunds),
      otherOrders: strip("orders", page.otherOrders),
      timeline: page.timeline.map((entry) =>
        PERSONAL_MOMENTS.has(entry.kind) ? { ...entry, detail: null } : entry,
      ),
    }
  );
}

function stripCustomer(page: CustomerPage, strip: Strip): CustomerPage {
  const stripped = <List extends RowList>(table: string, list: List): List => ({
    ...list,
    rows: strip(table, list.rows),
  });
  return {
    ...page,
    account: page.account && (strip("users", [page.account])[0] ?? null),
    emails: [],
    orders: stripped("orders", page.orders),
    items: strip("order_items", page.items),
    held: page.held.flatMap(({ item, files }) =>
      strip("order_items", [item]).map((item) => ({ item, files })),
    ),
    notes: stripped("order_notes", page.notes),
    messages: stripped("contact_submissions", page.messages),
    mails: stripped("emails", page.mails),
    otherAccounts: page.otherAccounts.flatMap(({ account, link }) =>
      strip("users", [account]).map((account) => ({ account, link })),
    ),
  };
}

function stripNeeds(needs: Needs): Needs {
  const groups = needs.groups.map(({ kind, count, rows }) => {
    const known = PERSONAL_NEEDS.has(kind) ? [] : rows;
    return { kind, count, rows: known.map((row) => ({ ...row, detail: null })) };
  });
  return { ...needs, groups };
}
