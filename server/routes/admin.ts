import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { listNeeds } from "../domain/needs-attention.ts";
import { getTable, TABLES } from "../domain/tables/registry.ts";
import { schemaOf } from "../domain/tables/schema.ts";
import type { AppEnv } from "../http/env.ts";
import { type AdminEnv, requireUser } from "../http/guards.ts";

/** Says whether the user is an administrator. */
export const adminStatus = (deps: Deps) =>
  new Hono<AppEnv>().get("/status", requireUser(deps), (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ isAdmin: c.var.user.isAdmin }, 200);
  });

/** The schemas of the tables, the items that need attention, and the search of the admin. */
export const adminRoutes = (deps: Deps) =>
  new Hono<AdminEnv>()
    .get("/schemas", (c) => c.json([...TABLES.values()].map(schemaOf), 200))
    .get("/schemas/:table", (c) => c.json(schemaOf(getTable(c.req.param("table"))), 200))
    .get("/needs", (c) => c.json(listNeeds(deps), 200))
    .get("/search", async (c) => {
      const hits = await deps.reads.run("search", c.req.query("q") ?? "", c.req.raw.signal);
      c.var.user.requireRights();
      return c.json(hits, 200);
    });
