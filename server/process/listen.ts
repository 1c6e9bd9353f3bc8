import type { Server } from "bun";
import { type Config, ConfigError } from "../config.ts";
import { codeOf } from "../errors.ts";

const IDLE_TIMEOUT_SECONDS = 30;

/** `server` is missing for requests that this process makes itself. */
export type Answer = (request: Request, server?: Server<unknown>) => Response | Promise<Response>;

export function listen({ host, port }: Pick<Config, "host" | "port">, answer: Answer) {
  try {
    return Bun.serve({
      hostname: host,
      port,
      // Otherwise Bun would share the port with a second store.
      reusePort: false,
      // Bun's development mode answers faults with source code.
      development: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      // Routes limit bodies; Bun's own refusal has neither text nor headers.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (request, server) => answer(request, server),
    });
  } catch (error) {
    const code = codeOf(error);
    if (code === "EADDRINUSE") throw new ConfigError([`PORT: ${port} is in use`]);
    if (code === "EACCES") throw new ConfigError([`PORT: ${port} is not open to this user`]);
    throw new ConfigError([`HOST: ${host} is not an address of this machine (${code})`]);
  }
}
