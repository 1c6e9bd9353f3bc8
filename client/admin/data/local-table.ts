import {
  type Filter,
  kindOf,
  type ListQuery,
  parseListQuery,
  type Sort,
  sortsAsWords,
} from "../../../server/contract/list-query.ts";
import {
  type ChangeFeed,
  MOST_CHANGES,
  MOST_ROWS_A_PAGE,
  type TablePage,
  type TableRow,
  type TableSchema,
  type Value,
} from "../../../server/contract/tables.ts";
import { DAY_MS } from "../../../server/contract/time.ts";

/** Maximum size of a table that is cached whole; larger tables are paginated by the server. */
export const MOST_LOCAL_ROWS = 2000;
const MOST_REREAD_ROWS = 200;
/** Computed columns change without a change of the row, so all rows are read again after a day. */
const READ_AGAIN_MS = DAY_MS;
/** Name of the change log table. The change feed omits it, so it is never cached whole. */
export const LOG_TABLE = "changes";

/** Copy of a whole table at a change sequence; null if too large (rechecked after a reload). */
export type LocalTable = {
  rows: TableRow[];
  sequence: number;
  /** Time of the last full read, in milliseconds. */
  readAt: number;
  /** Private columns missing from this copy. */
  absent: string[];
} | null;

type TableCalls = {
  listRows: (
    table: string,
    search: Record<string, string>,
  ) => Promise<TablePage & { sequence: number }>;
  listChanges: (since: number) => Promise<ChangeFeed>;
};

/** Updates a table's copy from the change feed if possible, else reads all rows again. */
export async function syncTable(
  table: string,
  known: LocalTable | undefined,
  calls: TableCalls,
): Promise<LocalTable> {
  if (table === LOG_TABLE || known === null) return null;
  const isUsable = known && known.absent.length === 0 && Date.now() - known.readAt < READ_AGAIN_MS;
  const found = isUsable ? await findChanged(table, known, calls) : undefined;
  if (!known || !found) return readAll(table, calls);
  const { ids, next } = found;
  if (ids.size === 0) return { ...known, sequence: next };
  const search = { id__in: [...ids].join(","), limit: String(MOST_ROWS_A_PAGE) };
  const { data } = await calls.listRows(table, search);
  const rows = [...known.rows.filter(({ id }) => !ids.has(id)), ...data];
  return rows.length > MOST_LOCAL_ROWS ? null : { ...known, rows, sequence: next };
}

type ListInput = {
  schema: Pick<TableSchema, "properties">;
  rows: readonly TableRow[];
  search: Record<string, string>;
  /** Columns missing from this device's copy. */
  absent: ReadonlySet<string>;
  /** Returns all rows in one page. */
  isWhole?: boolean;
};

/** Value converted to a type that SQLite compares. */
type Plain = string | number | null;

/**
 * Filters, sorts and paginates a cached table, with the same result as the server. Returns
 * undefined if the query is invalid or uses a column missing from this device's copy.
 */
export function listRows({
  schema,
  rows,
  search,
  absent,
  isWhole = false,
}: ListInput): TablePage | undefined {
  const { properties } = schema;
  const find = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  const { query, problems } = parseListQuery(find, search);
  const asked = [...query.filters, ...query.sort].map(({ column }) => column);
  // A copy stored by an earlier version lacks newer columns.
  const [first] = rows;
  const isAbsent = (name: string) => absent.has(name) || (first && first[name] === undefined);
  if (Object.keys(problems).length > 0 || asked.some(isAbsent)) return undefined;
  const plainOf = (row: TableRow, column: string): Plain => {
    const field = find(column);
    return toPlain(row[column] ?? null, field !== undefined && kindOf(field) === "time");
  };
  const passing = rows.filter((row) =>
    query.filters.every((filter) =>
      filter.operator === "contains"
        ? contains(row[filter.column] ?? null, String(filter.value))
        : passes(plainOf(row, filter.column), filter),
    ),
  );
  const sortKeyOf = (row: TableRow, column: string): Plain => {
    const [plain, field] = [plainOf(row, column), find(column)];
    return typeof plain === "string" && field && sortsAsWords(field) ? sortKey(plain) : plain;
  };
  const limit = isWhole ? Math.max(passing.length, 1) : query.limit;
  return pageOf(sorted(passing, query.sort, sortKeyOf), { ...query, limit });
}

/**
 * Returns the ids of changed rows and the next sequence number. Returns undefined if a full read is
 * needed: too many changes, or the database was restored.
 */
async function findChanged(table: string, known: NonNullable<LocalTable>, calls: TableCalls) {
  const versions = new Map(known.rows.map(({ id, version }) => [id, version]));
  const ids = new Set<number>();
  for (let since = known.sequence; ;) {
    const { changes, next, epoch } = await calls.listChanges(since);
    if (since < epoch) return undefined;
    for (const { table: name, id, version } of changes) {
      // Skip own writes, which are already in the cache.
      const isKnown = version !== null && version <= (versions.get(id) ?? 0);
      if (name === table && !isKnown) ids.add(id);
    }
    if (ids.size > MOST_REREAD_ROWS) return undefined;
    if (changes.length < MOST_CHANGES) return { ids, next };
    since = next;
  }
}

async function readAll(table: string, calls: TableCalls): Promise<LocalTable> {
  const readAt = Date.now();
  const rows: TableRow[] = [];
  for (let sequence: number | undefined; ;) {
    // Keyset pagination: page numbers would shift when rows are deleted during the read.
    const after: Record<string, string> =
      rows.length > 0 ? { id__gt: String(rows.at(-1)?.id) } : {};
    const limit = String(MOST_ROWS_A_PAGE);
    const page = await calls.listRows(table, { ...after, sort: "id:asc", limit });
    // Use the first page's sequence, so that the feed replays changes made during the read.
    sequence ??= page.sequence;
    rows.push(...page.data);
    if (rows.length + page.total - page.data.length > MOST_LOCAL_ROWS) return null;
    if (page.total === page.data.length) return { rows, sequence, readAt, absent: [] };
  }
}

function pageOf(rows: TableRow[], { page, limit }: ListQuery): TablePage {
  const from = (page - 1) * limit;
  const total = rows.length;
  const totalPages = Math.ceil(total / limit);
  return { data: rows.slice(from, from + limit), page, limit, total, totalPages };
}

function toPlain(value: Value, isTime: boolean): Plain {
  if (value === null || Array.isArray(value)) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  return isTime ? Date.parse(String(value)) : value;
}

/** Implements the `contains` filter: ignores case; matches a list if one item matches. */
function contains(value: Value, part: string): boolean {
  const texts = Array.isArray(value) ? value : value === null ? [] : [String(value)];
  const folded = foldText(part);
  return texts.some((text) => foldText(text).includes(folded));
}

/** Evaluates a filter. Unlike in SQL, null passes `ne`. */
function passes(value: Plain, { operator, value: asked }: Filter): boolean {
  if (operator === "isnull") return (value === null) === (asked === 1);
  if (operator === "ne") return value !== asked;
  if (value === null) return false;
  if (Array.isArray(asked)) return asked.includes(value);
  const order = compare(value, asked);
  switch (operator) {
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
    default:
      return order === 0;
  }
}

/** Sorts rows, with the id as tie-breaker; newest first by default. */
function sorted(
  rows: TableRow[],
  sort: readonly Sort[],
  keyOf: (row: TableRow, column: string) => Plain,
): TableRow[] {
  const [first = { direction: "desc" as const }] = sort;
  const terms = [...sort, { column: "id", direction: first.direction }];
  const keyed = rows.map((row) => ({ row, keys: terms.map(({ column }) => keyOf(row, column)) }));
  keyed.sort((one, other) => {
    for (const [at, { direction }] of terms.entries()) {
      const order = compare(one.keys[at] ?? null, other.keys[at] ?? null);
      if (order !== 0) return direction === "asc" ? order : -order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** Compares like SQLite: null first, strings by code point. */
function compare(one: Plain, other: Plain): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  if (typeof one === "string" && typeof other === "string") return compareTexts(one, other);
  return one < other ? -1 : 1;
}

/** Compares by code point: surrogate pairs come after all other characters. */
function compareTexts(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  if (at === one.length || at === other.length) return one.length - other.length;
  const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
  const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;
  return isHalf(left) === isHalf(right) ? left - right : isHalf(left) ? 1 : -1;
}

/**
 * Folds case and normalizes to NFC, matching the server's text comparison. Letters outside ASCII
 * never become ASCII letters.
 */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const composed = text.replaceAll(COMPOSABLE, (part) => part.normalize("NFC"));
  return Array.from(composed, foldLetter).join("");
}

/**
 * Matches all characters except those that NFC converts to ASCII: the Greek question mark, the
 * Greek varia and the Kelvin sign.
 */
const COMPOSABLE = /[^\u037E\u1FEF\u212A]+/g;
const BEYOND_ASCII = /[^\0-\u007F]/;

function foldLetter(letter: string): string {
  if (!BEYOND_ASCII.test(letter)) return letter.toLowerCase();
  const upper = letter.toUpperCase();
  const folded = isOneBeyond(upper) ? upper.toLowerCase() : letter.toLowerCase();
  return isOneBeyond(folded) ? folded : letter;
}

function isOneBeyond(text: string): boolean {
  const [letter = "", ...more] = text;
  return more.length === 0 && BEYOND_ASCII.test(letter);
}

/** Replacements for letters without a Unicode decomposition, as sorted in English dictionaries. */
const PLAIN: Record<string, string> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ß: "ss",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ł: "l",
};

/**
 * Returns a sort key without case, accents and compatibility forms. Duplicates db/text-keys.ts; a
 * test compares both.
 */
export function sortKey(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return bare.replaceAll(/[æœøßđðþħıł]/g, (letter) => PLAIN[letter] ?? letter);
}
