import { invalid, noSuch } from "./api-error.ts";
import { type ParamReader, nested } from "./params.ts";
import type { ListObject } from "./types.ts";

const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 100;

type Listed = { id: string; object: string; created?: number };
type Source<T> = {
  /** Oldest first. */
  items: T[];
  url: string;
  /** Parameters that narrow the list, each with its test. */
  filters: { [param: string]: (item: T, wanted: string) => boolean };
  /** Further parameters the caller reads itself. */
  others?: string[];
};

/** Answers a list request: newest first, with Stripe's cursors, page sizes and filters. */
export function listPage<T extends Listed>(reader: ParamReader, source: Source<T>): ListObject<T> {
  reader.only(
    "limit",
    "starting_after",
    "ending_before",
    "expand",
    "created",
    ...Object.keys(source.filters),
    ...(source.others ?? []),
  );
  const limit = reader.integer("limit", { minimum: 1 }) ?? DEFAULT_LIMIT;
  if (limit > MAXIMUM_LIMIT) {
    throw invalid(`This value must be less than or equal to ${MAXIMUM_LIMIT}.`, {
      code: "parameter_invalid_integer",
      param: "limit",
    });
  }
  const newestFirst = source.items.toReversed();
  const [from, to] = range(reader, newestFirst);
  const matching = newestFirst.slice(from, to).filter(matcher(reader, source));
  const backwards = reader.has("ending_before");
  const data = backwards ? matching.slice(-limit) : matching.slice(0, limit);
  return { object: "list", data, has_more: data.length < matching.length, url: source.url };
}

function range<T extends Listed>(reader: ParamReader, newestFirst: T[]): [number, number] {
  const after = reader.string("starting_after");
  const before = reader.string("ending_before");
  if (after !== undefined) return [position(newestFirst, "starting_after", after) + 1, Infinity];
  if (before !== undefined) return [0, position(newestFirst, "ending_before", before)];
  return [0, Infinity];
}

function position<T extends Listed>(items: T[], param: string, id: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) throw noSuch(items[0]?.object ?? "object", { id, param, status: 400 });
  return index;
}

function matcher<T extends Listed>(reader: ParamReader, source: Source<T>) {
  const tests = Object.entries(source.filters).flatMap(([name, test]) => {
    const wanted = reader.string(name);
    return wanted === undefined ? [] : [(item: T) => test(item, wanted)];
  });
  const inTime = createdTest(reader);
  return (item: T) => inTime(item.created ?? 0) && tests.every((test) => test(item));
}

function createdTest(reader: ParamReader): (created: number) => boolean {
  if (typeof reader.raw("created") === "string") {
    const exact = reader.integer("created");
    return (created) => created === exact;
  }
  const bounds = nested(reader, "created");
  if (!bounds) return () => true;
  bounds.only("gt", "gte", "lt", "lte");
  const gt = bounds.integer("gt") ?? -Infinity;
  const gte = bounds.integer("gte") ?? -Infinity;
  const lt = bounds.integer("lt") ?? Infinity;
  const lte = bounds.integer("lte") ?? Infinity;
  return (created) => created > gt && created >= gte && created < lt && created <= lte;
}
