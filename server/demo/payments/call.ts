import type { Params } from "./form.ts";
import type { ParamReader } from "./params.ts";
import type { Context } from "./types.ts";

/** One request as the log shows it; `status` is null while it has no answer. */
export type LoggedRequest = {
  id: string;
  method: string;
  path: string;
  idempotencyKey: string | null;
  params: Params;
  status: number | null;
};

/** What a handler gets; it returns the object to answer with or throws an `ApiError`. */
export type ApiCall = {
  reader: ParamReader;
  context: Context;
  /** The `:id` of the path, empty when it has none. */
  id: string;
  request: LoggedRequest;
};
export type Handler = (call: ApiCall) => object;
export type Route = { method: "DELETE" | "GET" | "POST"; path: string; handler: Handler };
