import type { Reader } from "../../../db/client.ts";
import type { SearchHit } from "../../contract/order-page.ts";
import { foldEmail } from "../../contract/email.ts";
import { formatAmount } from "../../contract/format.ts";
import type { Deps } from "../../deps.ts";
import { holds } from "./list-query.ts";
import { getTable } from "./registry.ts";
import { findCandidates } from "./text-search.ts";

const SHORTEST = 2;
const LONGEST = 200;
const MOST_HITS = 20;
/** Behind every text that begins with another one. */
const LAST_LETTER = "\u{10FFFF}";

/** A row as a hit tells of it. */
type Found = { id: number; name: string | null; facts: (string | null)[] };

/** A table that is searched. */
type Searched = {
  table: string;
  /**
   * Columns with an index of their own, which may begin with what is looked for, and the text as that
   * column has it; null where it has none such.
   */
  begins: Record<string, (text: string) => string | null>;
  /** So short that it may be read whole. */
  isShort?: true;
  select: string;
  say: (row: Record<string, unknown>) => Omit<Found, "id">;
};

const text = (value: unknown) => (value === null ? null : String(value));

const SEARCHED: Searched[] = [
  {
    table: "orders",
    begins: { number: orderNumberOf, email: foldEmail, session_id: (q) => q },
    select: "number, email, customer_name, total_amount, currency, status",
    say: (row) => ({
      name: `Order ${String(row["number"])}`,
      facts: [
        text(row["customer_name"]),
        text(row["email"]),
        formatAmount(Number(row["total_amount"]), String(row["currency"])),
        text(row["status"]),
      ],
    }),
  },
  {
    table: "products",
    begins: {},
    isShort: true,
    select: "name, price, currency",
    say: (row) => ({
      name: text(row["name"]),
      facts: [formatAmount(Number(row["price"]), String(row["currency"]))],
    }),
  },
  {
    table: "users",
    begins: { email: foldEmail },
    select: "email, name",
    say: (row) => ({ name: text(row["email"]), facts: [text(row["name"])] }),
  },
  {
    table: "contact_submissions",
    begins: { email: foldEmail },
    select: "name, email, subject",
    say: (row) => ({
      name: text(row["name"]),
      facts: [text(row["subject"]), text(row["email"])],
    }),
  },
];

/**
 * Rows that a text may mean, orders first, 20 at most: those whose order number (with or without its
 * hyphen), email or session id begins with it, then those that hold it in any of their searched texts,
 * newest first. Nothing for fewer than two characters; with two, or where thousands of rows hold it, the
 * first kind alone (decision: row-texts).
 */
export function searchDesk({ db }: Pick<Deps, "db">, given: string): SearchHit[] {
  const query = given.trim().slice(0, LONGEST).toWellFormed();
  if ([...query].length < SHORTEST) return [];
  return SEARCHED.flatMap((searched) => searchTable(db, searched, query)).slice(0, MOST_HITS);
}

function searchTable(
  db: Pick<Reader, "select" | "sqlite">,
  { table, begins, isShort, select, say }: Searched,
  query: string,
): SearchHit[] {
  const from = `SELECT id, ${select} FROM ${table}`;
  const found = new Map<number, Record<string, unknown>>();
  const read = (sql: string, ...values: string[]) => {
    const rows = db.sqlite.prepare<string[], Record<string, unknown>>(sql).all(...values);
    for (const row of rows) found.set(Number(row["id"]), row);
  };
  for (const [column, asStored] of Object.entries(begins)) {
    const start = asStored(query);
    if (start === null) continue;
    read(
      `${from} WHERE ${column} >= ? AND ${column} < ? ORDER BY ${column} LIMIT ${MOST_HITS}`,
      start,
      start + LAST_LETTER,
    );
  }
  const definition = getTable(table);
  const texts = [...definition.columns.values()].filter(({ searched }) => searched);
  // Any of them: the index knows a row's texts as one.
  const filters = texts.slice(0, 1).map(({ name }) => contains(name, query));
  const candidates = isShort ? undefined : findCandidates(db, definition, filters);
  if (isShort || candidates) {
    const anywhere = texts.map(({ sql }) => holds(sql, query));
    const isHeld = anywhere.map(({ sql }) => sql).join(" OR ");
    const among = candidates ? "id IN (SELECT value FROM json_each(?)) AND " : "";
    read(
      `${from} WHERE ${among}(${isHeld}) ORDER BY id DESC LIMIT ${MOST_HITS}`,
      ...(candidates ? [JSON.stringify(candidates)] : []),
      ...anywhere.flatMap(({ params }) => params.map(String)),
    );
  }
  return [...found].map(([id, row]) => {
    const { name, facts } = say(row);
    const detail = facts.filter((fact) => fact !== null && fact !== "").join(" · ");
    return { table, id, title: name ?? `#${id}`, detail: detail === "" ? null : detail };
  });
}

const contains = (column: string, value: string) =>
  ({ column, operator: "contains", value }) as const;

/** "k7qm3" → "K7QM-3" */
function orderNumberOf(query: string): string | null {
  const letters = query.toUpperCase().replaceAll("-", "");
  if (!/^[A-Z0-9]{2,8}$/.test(letters)) return null;
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}
