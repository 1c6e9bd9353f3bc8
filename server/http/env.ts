import type { Server } from "bun";

/** What a request carries through the routes. */
export type AppEnv = {
  Bindings: { server?: Server<unknown> };
  Variables: { requestId: string };
};
