import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Deps } from "../deps.ts";
import { isAddress, isIn, type Network } from "../config/networks.ts";
import type { AppEnv } from "./env.ts";

const FORWARDED = "X-Forwarded-For";
/** Requests that this process sends to itself come over no connection. */
const THIS_PROCESS = "127.0.0.1";

/**
 * The address that a request comes from: the connection's, or behind proxies that are trusted the
 * one which the last of them saw. "unknown" when the connection is over already.
 */
export function clientAddress(c: Context<AppEnv>, trusted: readonly Network[]): string {
  let client = peerAddress(c);
  const hops = c.req.header(FORWARDED)?.split(",") ?? [];
  // Each trusted hop vouches for the entry before it, and for no other.
  while (isIn(trusted, client)) {
    const before = withoutPort(hops.pop()?.trim() ?? "");
    if (!isAddress(before)) break;
    client = before;
  }
  return client;
}

/**
 * Says at the start that no proxy is named. Only one can speak https for this store: without its
 * name, all visitors share the limits of one.
 */
export function warnOfNoProxy({ config, log }: Pick<Deps, "config" | "log">): void {
  if (!config.publicUrl.startsWith("https:") || config.trustedProxy.length > 0) return;
  log.warn("TRUSTED_PROXY is not set: behind a proxy, all visitors share the limits of one");
}

/**
 * Says once that a forwarded address was not believed: behind a proxy that is not named, all
 * visitors share the limits of one.
 */
export function warnOfForwarded({ config, log }: Pick<Deps, "config" | "log">) {
  let isSaid = false;
  return createMiddleware<AppEnv>((c, next) => {
    if (!isSaid && c.req.header(FORWARDED) !== undefined) {
      isSaid = !isIn(config.trustedProxy, peerAddress(c));
      if (isSaid) log.warn("X-Forwarded-For ignored: TRUSTED_PROXY does not name who sent it");
    }
    return next();
  });
}

function peerAddress(c: Context<AppEnv>): string {
  const server = c.env?.server;
  return server ? (server.requestIP(c.req.raw)?.address ?? "unknown") : THIS_PROCESS;
}

// Some proxies write "192.0.2.1:51234" or "[2001:db8::1]:51234".
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, "$1");
}
