import { invalid, noSuch } from "./api-error.ts";
import { nested, type ParamReader } from "./params.ts";
import type { ListObject } from "./types.ts";

const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 100;

type Listed = { id: string; object: string; created: number };
type Source<T> = {
  /** Oldest first. */
  items: T[];
  url: string;
  /** Parameters that narrow the list to the items with this value. */
  filters?: { [param: string]: (item: T) => string | null };
  /** Further parameters the caller reads itself. */
  others?: string[];
};

/** Answers a list request: newest first, with Stripe's cursor, page sizes and filters. */
export function listPage<T extends Listed>(reader: ParamReader, source: Source<T>): ListObject<T> {
  const { items, url, filters = {}, others = [] } = source;
  reader.only("limit", "starting_after", "created", ...Object.keys(filters), ...others);
  const limit = reader.integer("limit", { minimum: 1 }) ?? DEFAULT_LIMIT;
  if (limit > MAXIMUM_LIMIT) {
    throw invalid(`This value must be less than or equal to ${MAXIMUM_LIMIT}.`, {
      code: "parameter_invalid_integer",
      param: "limit",
    });
  }
  const inTime = createdTest(reader);
  const wanted = Object.entries(filters).map(([param, valueOf]) => {
    const value = reader.string(param);
    return (item: T) => value === undefined || valueOf(item) === value;
  });
  const matching = afterCursor(reader, items.toReversed()).filter(
    (item) => inTime(item.created) && wanted.every((test) => test(item)),
  );
  return {
    object: "list",
    data: matching.slice(0, limit),
    has_more: matching.length > limit,
    url,
  };
}

function afterCursor<T extends Listed>(reader: ParamReader, newestFirst: T[]): T[] {
  const param = "starting_after";
  const id = reader.string(param);
  if (id === undefined) return newestFirst;
  const index = newestFirst.findIndex((item) => item.id === id);
  if (index < 0) throw noSuch(newestFirst[0]?.object ?? "object", { id, param, status: 400 });
  return newestFirst.slice(index + 1);
}

function createdTest(reader: ParamReader): (created: number) => boolean {
  const bounds = nested(reader, "created");
  bounds?.only("gte", "lte");
  const gte = bounds?.integer("gte") ?? -Infinity;
  const lte = bounds?.integer("lte") ?? Infinity;
  return (created) => created >= gte && created <= lte;
}
