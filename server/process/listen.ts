import type { Server } from "bun";
import { type Config, ConfigError } from "../config.ts";
import { errorCodeOf } from "../errors.ts";

const IDLE_TIMEOUT_SECONDS = 30;

/** Request handler; `server` is undefined for in-process requests. */
export type Answer = (request: Request, server?: Server<unknown>) => Response | Promise<Response>;

export function listen({ host, port }: Pick<Config, "host" | "port">, answer: Answer) {
  try {
    return Bun.serve({
      hostname: host,
      port,
      // Prevents a second store from sharing the port.
      reusePort: false,
      // Bun's development mode shows source code in error responses.
      development: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      // Routes limit body sizes; Bun's own 413 response has no message and no security headers.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (request, server) => answer(request, server),
    });
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === "EADDRINUSE") throw new ConfigError([`PORT: ${port} is in use`]);
    if (code === "EACCES") throw new ConfigError([`PORT: ${port} is not open to this user`]);
    throw new ConfigError([`HOST: ${host} is not an address of this machine (${code})`]);
  }
}
