import { randomUUID } from "node:crypto";
import type { Server } from "bun";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { isLoopback } from "../config/networks.ts";
import { errorBody } from "./errors.ts";
import { securityHeaders } from "./headers.ts";

/** Answers a request that names another host; undefined for one that may go on. */
type HostCheck = (request: Request, server?: Server<unknown>) => Response | undefined;

const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };
const NAME_AND_PORT = /^(?:\[([\da-f:.]+)\]|([a-z\d.]+))(?::\d{1,5})?$/;
const MAX_LOGGED = 100;

/**
 * The first step of everything: Bun builds a request's URL from its Host header, so a forged one
 * moves every path. Only the host of PUBLIC_URL goes on, and on a connection from this machine also
 * its loopback names, as health checks say them. A request without `server` was
 * made in this process.
 */
export function hostCheck({ config, log }: Pick<Deps, "config" | "log">): HostCheck {
  const { host, port, protocol } = new URL(config.publicUrl);
  const withPort = port === "" ? `${host}:${DEFAULT_PORTS[protocol]}` : host;
  const headers = { ...securityHeaders(config), "Cache-Control": "no-store" };
  return (request, server) => {
    const named = request.headers.get("Host");
    if (named === host || !server) return undefined;
    const lower = named?.toLowerCase() ?? "";
    if (lower === host || lower === withPort) return undefined;
    if (isLoopbackHost(lower) && isLoopback(server.requestIP(request)?.address ?? "")) {
      return undefined;
    }
    const requestId = randomUUID();
    log.info({ requestId, status: 421, host: lower.slice(0, MAX_LOGGED) }, "another host");
    const refusal = new AppError("misdirected", refusals.otherHost);
    return Response.json(errorBody(refusal, requestId), {
      status: refusal.status,
      headers: { ...headers, "X-Request-Id": requestId },
    });
  };
}

/** "localhost", "127.0.0.1" and "[::1]", with any port that there is. */
function isLoopbackHost(host: string): boolean {
  const [, six, name = ""] = NAME_AND_PORT.exec(host) ?? [];
  if (!URL.canParse(`http://${host}`)) return false;
  return name === "localhost" || isLoopback(six ?? name);
}
