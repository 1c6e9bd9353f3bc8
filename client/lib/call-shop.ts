import type { hc } from "hono/client";
import type { AppType } from "../../server/app.ts";

/** The calls of the shop by path and method, with the types that the server gives them. */
type ShopCalls = ReturnType<typeof hc<AppType>>;

type Arguments = {
  param?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
};
type Options = { headers?: Record<string, string>; init?: RequestInit };

/**
 * What of Hono's own client the shop's calls use, in a tenth of its weight: `calls.api.products.$get()`
 * asks for /api/products; `:id` in a path is filled from `param`.
 */
export function shopCalls(baseUrl: string, doFetch?: typeof fetch): ShopCalls {
  const send = (path: string, method: string, args: Arguments = {}, options: Options = {}) => {
    const { param = {}, query, json } = args;
    const filled = path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(param[name] ?? ""),
    );
    return (doFetch ?? fetch)(
      baseUrl.replace(/\/$/, "") + filled + (query ? `?${new URLSearchParams(query)}` : ""),
      {
        method,
        ...(json !== undefined && { body: JSON.stringify(json) }),
        headers: {
          ...(json !== undefined && { "Content-Type": "application/json" }),
          ...options.headers,
        },
        ...options.init,
      },
    );
  };
  const at = (path: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => at(`${path}/${String(name)}`),
      apply: (_, __, [args, options]: [Arguments?, Options?]) => {
        const [, place = "", method = ""] = /^(.*)\/\$(\w+)$/.exec(path) ?? [];
        return send(place, method.toUpperCase(), args, options);
      },
    });
  return at("") as ShopCalls;
}
