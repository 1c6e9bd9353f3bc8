import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { getTable, TABLES } from "../domain/tables/registry.ts";
import { schemaOf } from "../domain/tables/schema.ts";
import type { AppEnv } from "../http/env.ts";
import { requireUser } from "../http/guards.ts";

/** Whether the one who asks may administer. */
export const adminStatus = (deps: Deps) =>
  new Hono<AppEnv>().get("/status", requireUser(deps), (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ isAdmin: c.var.user.isAdmin }, 200);
  });

/** What the admin knows of the tables. */
export const schemaRoutes = () =>
  new Hono<AppEnv>()
    .get("/schemas", (c) => c.json([...TABLES.values()].map(schemaOf), 200))
    .get("/schemas/:table", (c) => c.json(schemaOf(getTable(c.req.param("table"))), 200));
