import type { Context, Kind, Records, SimulatorStore } from "./objects.ts";

const DEFAULT_LIMIT = 10;

/** A decoded form, nested by the brackets of its keys. An array is an object with index keys. */
export type Params = { [name: string]: string | Params | undefined };

/** API call; `id` is the `:id` of the path, or empty. */
export type ApiCall = { params: Params; context: Context; id: string };

/** A route of the API. `answer` returns the response object or throws an `ApiError`. */
export type Route = {
  method: "GET" | "POST";
  path: string;
  answer: (call: ApiCall) => object;
};

type ErrorBody = { type: string; message: string; code?: string; param?: string };

export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 404,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

/** Creates the error for an invalid parameter. */
export function invalid(message: string, about: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...about });
}

/** Creates the error for an unknown id: 404 in the path, 400 in a parameter. */
export function noSuch(object: string, id: string, status: 400 | 404 = 404): ApiError {
  const message = `No such ${object}: '${id}'`;
  return new ApiError(status, { type: "invalid_request_error", code: "resource_missing", message });
}

/** Decodes a form as the SDK encodes it: `a[b][0][c]=x`. */
export function decodeForm(text: string): Params {
  const root = emptyParams();
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll("]", "").split("[");
    const name = path.pop() ?? "";
    path.reduce((outer, part) => (outer[part] = paramsAt(outer, part)), root)[name] = value;
  }
  return root;
}

// A null prototype makes "__proto__" an ordinary key (prevents prototype pollution).
function emptyParams(): Params {
  return Object.create(null);
}

/** Returns a text parameter; undefined when missing. */
export function textAt(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" ? value : undefined;
}

/** Returns a numeric parameter; undefined when missing. */
export function numberAt(params: Params, name: string): number | undefined {
  const value = textAt(params, name);
  return value === undefined ? undefined : Number(value);
}

/** Returns nested parameters; empty when missing. */
export function paramsAt(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === "object" ? value : emptyParams();
}

/** Whether a parameter such as `automatic_tax` has `enabled`. */
export function isEnabled(params: Params, name: string): boolean {
  return textAt(paramsAt(params, name), "enabled") === "true";
}

/** Returns the entries of an array parameter. */
export function listAt(params: Params, name: string) {
  return Object.values(paramsAt(params, name)).filter((value) => value !== undefined);
}

export function metadataAt(params: Params): Record<string, string> {
  const entries = Object.entries(paramsAt(params, "metadata"));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Creates the route of one object by its id. */
export function readRoute(kind: Kind, path: string): Route {
  const answer = ({ context, id }: ApiCall) => {
    const record = context.store.find(kind, id);
    if (!record) throw noSuch(kind, id);
    return record;
  };
  return { method: "GET", path: `${path}/:id`, answer };
}

/** Creates the route of a list; `filters` are parameters that a field must equal. */
export function listRoute<K extends Kind>(
  kind: K,
  path: string,
  filters: (keyof Records[K] & string)[] = [],
): Route {
  const answer = ({ context, params }: ApiCall) => {
    const isWanted = (record: Records[K]) =>
      filters.every((name) => !params[name] || record[name] === params[name]);
    return listPage(params, context.store.list(kind).filter(isWanted));
  };
  return { method: "GET", path, answer };
}

/** Answers a list request: newest first, with Stripe's cursor, page size and time range. */
export function listPage(params: Params, items: { id: string; created?: number }[]) {
  const limit = numberAt(params, "limit") ?? DEFAULT_LIMIT;
  const after = textAt(params, "starting_after");
  const range = paramsAt(params, "created");
  const from = numberAt(range, "gte") ?? 0;
  const to = numberAt(range, "lte") ?? Infinity;
  const newestFirst = items.toReversed();
  const cursor = newestFirst.findIndex(({ id }) => id === after);
  if (after !== undefined && cursor < 0) throw noSuch("object", after, 400);
  const matching = newestFirst
    .slice(cursor + 1)
    .filter(({ created = 0 }) => created >= from && created <= to);
  return { object: "list", data: matching.slice(0, limit), has_more: matching.length > limit };
}

/** Id fields that `expand[]` can replace with an object, and the kind of that object. */
const REFERENCES = {
  coupon: "coupon",
  invoice: "invoice",
  latest_invoice: "invoice",
  payment_intent: "payment_intent",
  product: "product",
  promotion_code: "promotion_code",
  subscription: "subscription",
} as const;

/** Stored fields that responses contain only when they are expanded. */
const HIDDEN_FIELDS = ["applies_to", "taxes"];

type AnyFields = { [field: string]: unknown };

/** Returns an answer as JSON, with the properties named by `expand[]`, such as `line_items.data.price`. */
export function toJson(store: SimulatorStore, answer: object, paths: string[]): string {
  const copy: AnyFields = structuredClone({ ...answer });
  for (const path of paths) expandAt(store, copy, path.split("."));
  const isHidden = (field: string) =>
    HIDDEN_FIELDS.includes(field) && !paths.some((path) => path.endsWith(field));
  const visible = (field: string, value: unknown) => (isHidden(field) ? undefined : value);
  return JSON.stringify(copy, visible, 2);
}

function expandAt(store: SimulatorStore, target: AnyFields, [part, ...rest]: string[]): void {
  if (part === undefined) return;
  const value = structuredClone(target[part] ?? listOf(store, target, part));
  if (value === undefined) return;
  const kind = Object.entries(REFERENCES).find(([name]) => name === part)?.[1];
  target[part] = kind && typeof value === "string" ? { ...store.find(kind, value) } : value;
  for (const inner of [target[part]].flat()) expandAt(store, inner as AnyFields, rest);
}

/** Returns a list of other records that belongs to an object. */
function listOf(store: SimulatorStore, { id }: AnyFields, part: string) {
  if (part === "line_items") {
    return { object: "list", data: store.find("session_plan", String(id))?.lines ?? [] };
  }
  if (part !== "payments") return undefined;
  const data = store.list("invoice_payment").filter(({ invoice }) => invoice === id);
  return { object: "list", data: data.toReversed() };
}
