import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { getOrderDesk } from "../domain/orders/order-page.ts";
import type { AppEnv } from "../http/env.ts";

/** An order as its own page of the admin shows it. */
export const orderDeskRoutes = (deps: Deps) =>
  new Hono<AppEnv>().get("/:id{[0-9]{1,15}}", (c) => {
    return c.json(getOrderDesk(deps, Number(c.req.param("id"))), 200);
  });
