import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { getOrderPage } from "../domain/orders/order-page.ts";
import type { AppEnv } from "../http/env.ts";

/** An order as its own page of the admin shows it. */
export const orderPageRoutes = (deps: Deps) =>
  new Hono<AppEnv>().get("/:id{[0-9]{1,15}}", (c) => {
    return c.json(getOrderPage(deps, Number(c.req.param("id"))), 200);
  });
