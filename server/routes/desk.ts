import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { listNeeds } from "../domain/needs.ts";
import { searchDesk } from "../domain/desk-search.ts";
import type { AppEnv } from "../http/env.ts";
import { requireAdmin } from "../http/guards.ts";

/** What waits for the owner, and what the owner looks for. */
export const deskRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .use("/needs", requireAdmin(deps))
    .use("/search", requireAdmin(deps))
    .get("/needs", (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(listNeeds(deps), 200);
    })
    .get("/search", (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(searchDesk(deps, c.req.query("q") ?? ""), 200);
    });
