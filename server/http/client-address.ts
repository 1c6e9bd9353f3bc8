import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Deps } from "../deps.ts";
import { isAddress, isIn, type Network } from "../config/networks.ts";
import type { AppEnv } from "./hono-env.ts";

const FORWARDED = "X-Forwarded-For";
const THIS_PROCESS = "127.0.0.1";

/**
 * Returns the client's IP address: the peer, or the address forwarded by trusted proxies. "unknown"
 * if the connection is closed.
 */
export function clientAddress(c: Context<AppEnv>, trusted: readonly Network[]): string {
  return addressOf(c.req.raw, c.env, trusted);
}

/** Same as `clientAddress`, for a request that is not routed. */
export function addressOf(
  request: Request,
  env: AppEnv["Bindings"] | undefined,
  trusted: readonly Network[],
): string {
  let client = peerAddress(request, env);
  const hops = request.headers.get(FORWARDED)?.split(",") ?? [];
  // Each trusted proxy vouches only for the last address it forwarded.
  while (isIn(trusted, client)) {
    const before = withoutPort(hops.pop()?.trim() ?? "");
    if (!isAddress(before)) break;
    client = before;
  }
  return client;
}

/** Warns at startup: without a trusted proxy all visitors of an https site share one rate limit. */
export function warnOfNoProxy({ config, log }: Pick<Deps, "config" | "log">): void {
  if (!config.publicUrl.startsWith("https:") || config.trustedProxy.length > 0) return;
  log.warn("TRUSTED_PROXY is not set: behind a proxy, all visitors share the limits of one");
}

/** Warns once about a forwarded address from an untrusted proxy. */
export function warnOfForwarded({ config, log }: Pick<Deps, "config" | "log">) {
  let isSaid = false;
  return createMiddleware<AppEnv>((c, next) => {
    if (!isSaid && c.req.header(FORWARDED) !== undefined) {
      isSaid = !isIn(config.trustedProxy, peerAddress(c.req.raw, c.env));
      if (isSaid) log.warn("X-Forwarded-For ignored: TRUSTED_PROXY does not name who sent it");
    }
    return next();
  });
}

function peerAddress(request: Request, env: AppEnv["Bindings"] | undefined): string {
  const server = env?.server;
  return server ? (server.requestIP(request)?.address ?? "unknown") : THIS_PROCESS;
}

// Removes the port that some proxies add: "192.0.2.1:51234", "[2001:db8::1]:51234".
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, "$1");
}
