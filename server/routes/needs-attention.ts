import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { listNeeds } from "../domain/needs-attention.ts";
import { searchDesk } from "../domain/tables/admin-search.ts";
import type { AppEnv } from "../http/env.ts";

/** What waits for the owner, and what the owner looks for. */
export const deskRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get("/needs", (c) => {
      return c.json(listNeeds(deps), 200);
    })
    .get("/search", (c) => {
      return c.json(searchDesk(deps, c.req.query("q") ?? ""), 200);
    });
