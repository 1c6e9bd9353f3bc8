import type { hc } from "hono/client";
import type { AppType } from "../../server/app.ts";

type Calls = ReturnType<typeof hc<AppType>>["api"];

type Values = Record<string, unknown>;
type CallInput = { param?: Values; query?: Values; json?: unknown };
type CallOptions = { headers?: Record<string, string>; init?: RequestInit };

type ClientOptions = { baseUrl?: string; fetch?: typeof fetch };

/**
 * Creates a client of the store's calls, typed by its routes as Hono's `hc`, of which it is the
 * part that the store uses: `$path` and calls with JSON. `calls.orders[":id"].$get({ param })`
 * requests `/api/orders/7`.
 */
export function createCalls({ baseUrl = "/", ...options }: ClientOptions): Calls {
  const request = options.fetch;

  function call(parts: string[], input: CallInput = {}, { headers, init }: CallOptions = {}) {
    const method = parts.at(-1)!.slice(1); // "$get", "$post"
    const path = pathOf(parts.slice(0, -1), input);
    if (method === "path") return `/${path}`;
    const { json } = input;
    const type = json !== undefined && { "Content-Type": "application/json" };
    return (request ?? fetch)(baseUrl + path, {
      method: method.toUpperCase(),
      headers: new Headers({ ...headers, ...type }),
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...init,
    });
  }

  const partAfter = (parts: string[]): unknown =>
    new Proxy(() => {}, {
      get: (_, part) => partAfter([...parts, String(part)]),
      apply: (_target, _this, [input, callOptions]: [CallInput?, CallOptions?]) =>
        call(parts, input, callOptions),
    });

  return partAfter(["api"]) as Calls;
}

/** Fills the parameters of a route's path, such as `:id` and `:id{[0-9]+}`, and adds the query. */
function pathOf(parts: string[], { param = {}, query = {} }: CallInput): string {
  const path = parts.map((part) => part.replace(/^:(\w+).*$/, (_, name) => String(param[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) search.append(name, String(each));
  }
  return path.join("/") + (search.size > 0 ? `?${search}` : "");
}

export const calls = createCalls({});
