import { z } from "zod";
import type { Context } from "./types.ts";

/** A decoded form: nested by the brackets of its keys, numbered where they hold an index. */
export type Params = { [name: string]: string | Params };

/** What a handler gets; it returns the object to answer with or throws an `ApiError`. */
export type Call<Read> = {
  params: Read;
  context: Context;
  /** The `:id` of the path, empty when it has none. */
  id: string;
};
export type Route = {
  method: "GET" | "POST";
  path: string;
  handle: (call: Call<Params>) => object;
};

/** A path of the API whose parameters are those of the schema and no others. */
export function route<Read>(
  method: Route["method"],
  path: string,
  { schema, answer }: { schema: z.ZodType<Read>; answer: (call: Call<Read>) => object },
): Route {
  return {
    method,
    path,
    handle: (call) => answer({ ...call, params: readParams(schema, call.params) }),
  };
}

type ErrorBody = {
  type: "api_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
};

/** An error answer of the API; thrown anywhere while a request is handled. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 404 | 500;
  readonly body: ErrorBody;

  constructor(status: ApiError["status"], body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** A parameter that is missing, malformed or not allowed here (400). */
export function invalid(message: string, about: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...about });
}

/** An id that names nothing: 404 in the path, 400 when it came as a parameter. */
export function noSuch(
  object: string,
  { id, param, status = 404 }: { id: string; param: string; status?: 400 | 404 },
): ApiError {
  const message = `No such ${object}: '${id}'`;
  const code = "resource_missing";
  return new ApiError(status, { type: "invalid_request_error", code, message, param });
}

/** Decodes a form-encoded text as the SDK writes it: `a[b][0][c]=x`. Of equal keys the last counts. */
export function decodeForm(text: string): Params {
  const root = emptyParams();
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll("]", "").split("[");
    const name = path.pop() ?? "";
    path.reduce(innerParams, root)[name] = value;
  }
  return root;
}

function innerParams(outer: Params, name: string): Params {
  const found = outer[name];
  const inner = typeof found === "object" ? found : emptyParams();
  outer[name] = inner;
  return inner;
}

// Without a prototype a key such as "__proto__" is data like any other.
function emptyParams(): Params {
  return Object.create(null);
}

/** A text that may not be empty. */
export const text = z.string().min(1).max(5000);

/** An address as Stripe accepts it. */
export const email = z
  .string()
  .max(254)
  .regex(/^[^\s@<>()[\],;:"]+@[^\s@.]+(\.[^\s@.]+)+$/, "Invalid email address");

/** An address of the web, which may hold the placeholder for the session's id. */
export const webUrl = z.string().regex(/^https?:\/\/[^\s/]/, "Not a valid URL");

/** What the store notes on an object, for itself. */
export const metadata = z.record(z.string(), z.string().max(500)).default({});

/** A whole number. */
export const integer = (least = 0, most = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "Invalid integer")
    .transform(Number)
    .pipe(z.number().min(least).max(most));

/** A list, which travels as an object whose keys are its indices. */
export const listOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.record(z.string(), entry).transform((entries) => Object.values(entries));

/** Reads decoded parameters, with Stripe's answer for each mistake. */
export function readParams<Read>(schema: z.ZodType<Read>, params: Params): Read {
  const read = schema.safeParse(params, { reportInput: true });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw issue ? refusalOf(issue) : read.error;
}

function refusalOf(issue: z.core.$ZodIssue): ApiError {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const [name = "", ...inner] = [...issue.path, ...unknown].map(String);
  const param = name + inner.map((part) => `[${part}]`).join("");
  if (unknown.length > 0) {
    return invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  if (issue.input === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return invalid(issue.message, { param });
}
