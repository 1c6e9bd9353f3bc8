import { z } from "zod";
import { integer, invalid, listOf, noSuch, text } from "./requests.ts";
import type { Kind, ListObject, SimulatorStore } from "./types.ts";

const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 100;
const MAXIMUM_DEPTH = 4;
const LISTED_LINES = 10;

/** The parameters of every list. */
export const listParams = z.strictObject({
  limit: integer(1, MAXIMUM_LIMIT).default(DEFAULT_LIMIT),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer().optional(), lte: integer().optional() }).default({}),
});

/** Answers a list request: newest first, with Stripe's cursor, page sizes and times. */
export function listPage<T extends { id: string; object: string; created: number }>(
  {
    limit,
    starting_after: after,
    created: { gte = 0, lte = Infinity },
  }: z.infer<typeof listParams>,
  { items, url }: { items: T[]; url: string },
): ListObject<T> {
  const newestFirst = items.toReversed();
  const cursor = newestFirst.findIndex(({ id }) => id === after);
  if (after !== undefined && cursor < 0) {
    const object = newestFirst[0]?.object ?? "object";
    throw noSuch(object, { id: after, param: "starting_after", status: 400 });
  }
  const matching = newestFirst
    .slice(cursor + 1)
    .filter(({ created }) => created >= gte && created <= lte);
  return {
    object: "list",
    data: matching.slice(0, limit),
    has_more: matching.length > limit,
    url,
  };
}

/** References that may be replaced by the object they name, with its kind. */
const REFERENCES = new Map<string, Kind>([
  ["invoice", "invoice"],
  ["latest_invoice", "invoice"],
  ["payment_intent", "payment_intent"],
  ["product", "product"],
  ["subscription", "subscription"],
]);

/** What every call may ask for besides its own parameters. */
export const expandParam = z.object({ expand: listOf(text) });

type Fields = { [field: string]: unknown };

/**
 * Returns a copy of an answer with the properties named by `expand[]` filled in, such as
 * `line_items.data.price.product`. A property that cannot be expanded is refused as Stripe does.
 */
export function expandAnswer(store: SimulatorStore, answer: object, paths: string[]): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const parts = path.split(".");
    if (parts.length > MAXIMUM_DEPTH) {
      throw invalid(
        `You cannot expand more than ${MAXIMUM_DEPTH} levels of a property. Property: ${path}`,
      );
    }
    if (!expandAt(store, copy, parts)) throw invalid(`This property cannot be expanded (${path}).`);
  }
  return copy;
}

/** Says whether there is such a property; null is one that has nothing to show. */
function expandAt(store: SimulatorStore, target: unknown, [part, ...rest]: string[]): boolean {
  if (part === undefined || target === null) return true;
  if (Array.isArray(target)) return target.every((each) => expandAt(store, each, [part, ...rest]));
  if (!isFields(target)) return false;
  const kind = REFERENCES.get(part);
  const shown = part in target ? target[part] : hiddenList(store, target, part);
  const value =
    kind && typeof shown === "string" ? structuredClone(store.find(kind, shown)) : shown;
  const isKnown = kind !== undefined || isList(value) || part === "data" || rest.length > 0;
  if (value === undefined || !isKnown) return false;
  target[part] = value;
  return expandAt(store, value, rest);
}

/** Lists that an object shows only when they are asked for. */
function hiddenList(store: SimulatorStore, { object, id }: Fields, part: string) {
  if (object === "checkout.session" && part === "line_items") {
    const lines = store.find("session_plan", String(id))?.lines ?? [];
    return {
      object: "list",
      data: structuredClone(lines.slice(0, LISTED_LINES)),
      has_more: lines.length > LISTED_LINES,
      url: `/v1/checkout/sessions/${id}/line_items`,
    };
  }
  if (object === "invoice" && part === "payments") {
    const payments = store.list("invoice_payment").filter((payment) => payment.invoice === id);
    const data = structuredClone(payments.toReversed());
    return { object: "list", data, has_more: false, url: `/v1/invoice_payments?invoice=${id}` };
  }
  return undefined;
}

function isList(value: unknown): boolean {
  return isFields(value) && value.object === "list";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
