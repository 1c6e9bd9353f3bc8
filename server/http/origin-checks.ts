import { createMiddleware } from "hono/factory";
import { randomUUID } from "node:crypto";
import type { Server } from "bun";
import type { Deps } from "../deps.ts";
import { AppError, refusals } from "../errors.ts";
import type { AppEnv } from "./hono-env.ts";
import { isLoopback } from "../config/networks.ts";
import { errorBody } from "./errors.ts";
import { securityHeaders } from "./headers.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses unsafe requests from another site's page (CSRF). Non-browser clients send no origin. */
export function sameOrigin({ config }: Pick<Deps, "config">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!READING.has(c.req.method) && isForeign(c.req.raw, config.publicUrl)) {
      throw new AppError("forbidden", refusals.foreignOrigin, { reason: "foreign_origin" });
    }
    await next();
  });
}

/** Rejects cross-site requests to a GET route with side effects. */
export function refuseCrossSite({ config }: Pick<Deps, "config">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (isForeign(c.req.raw, config.publicUrl)) {
      throw new AppError("forbidden", refusals.foreignOrigin, { reason: "foreign_origin" });
    }
    await next();
  });
}

function isForeign({ headers, url }: Request, publicUrl: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("Origin");
  if (origin === null || origin === publicUrl) return false;
  // If `Sec-Fetch-Site` is set, accept the requested host as origin, and "null" (no referrer).
  return site === null || (origin !== "null" && URL.parse(origin)?.host !== new URL(url).host);
}

type HostCheck = (request: Request, server?: Server<unknown>) => Response | undefined;

const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };
const NAME_AND_PORT = /^(?:\[([\da-f:.]+)\]|([a-z\d.]+))(?::\d{1,5})?$/;
const MAX_LOGGED = 100;

/**
 * Rejects other Host headers, which Bun puts into the URL. In-process requests have no `server`.
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

function isLoopbackHost(host: string): boolean {
  const [, six, name = ""] = NAME_AND_PORT.exec(host) ?? [];
  if (!URL.canParse(`http://${host}`)) return false;
  return name === "localhost" || isLoopback(six ?? name);
}
