import type { Server } from "bun";
import { type Config, ConfigError } from "../config.ts";

const IDLE_TIMEOUT_SECONDS = 30;

/** Answers a request; without `server` when it comes from this process itself. */
export type Answer = (request: Request, server?: Server<unknown>) => Response | Promise<Response>;

/**
 * Opens the port of the store, for this process alone. Throws a ConfigError when that cannot be
 * done.
 */
export function listen({ host, port }: Pick<Config, "host" | "port">, answer: Answer) {
  try {
    return Bun.serve({
      hostname: host,
      port,
      // Bun would give every other request to a second store.
      reusePort: false,
      // Bun's development mode answers faults with source code.
      development: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      // Bun's own refusal has neither text nor headers. What no route asks for is not kept in memory,
      // and every route that reads a body limits it.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (request, server) => answer(request, server),
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EADDRINUSE") throw new ConfigError([`PORT: ${port} is in use`]);
    if (code === "EACCES") throw new ConfigError([`PORT: ${port} is not open to this user`]);
    throw new ConfigError([`HOST: ${host} is not an address of this machine (${code})`]);
  }
}
