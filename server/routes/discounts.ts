import type { Context } from "hono";
import { Hono } from "hono";
import { discountRequest } from "../domain/orders/discount-request.ts";
import { isDiscount, noDiscount } from "../contract/discounts.ts";
import type { Deps } from "../deps.ts";
import {
  createDiscountCode,
  endDiscountCode,
  listDiscountCodes,
} from "../domain/orders/discount-codes.ts";
import { getDiscount } from "../domain/orders/discounts.ts";
import { isOpenFor } from "../domain/settings.ts";
import { discountCodeOf, forgetDiscountCode, viewerOf } from "../http/visitor.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { type AdminEnv, answerOnce, publicAccess } from "../http/guards.ts";
import { json } from "../http/json.ts";
import { rateLimit } from "../http/rate-limits.ts";

const ASKED = { name: "discount", points: 60, seconds: 60, durable: false };

/** The prices with a code, none while the shop is closed. Forgets the code of this visit once it has ended. */
export const publicDiscountRoutes = (deps: Deps) =>
  new Hono<AppEnv>().get("/:code", publicAccess, rateLimit(deps, ASKED), async (c) => {
    c.header("Cache-Control", "no-store");
    const text = c.req.param("code");
    if (!isOpenFor(deps, viewerOf(c, deps).user)) return c.json(noDiscount(text), 200);
    const discount = await getDiscount(deps, text);
    if (!isDiscount(discount) && discountCodeOf(c) === discount.code) forgetDiscountCode(c, deps);
    return c.json(discount, 200);
  });

export const discountRoutes = (deps: Deps) =>
  new Hono<AdminEnv>()
    .get("/", async (c) => c.json(await listDiscountCodes(deps), 200))
    .post("/", json(discountRequest), (c) => {
      const body = c.req.valid("json");
      return answerOnce(c, deps, {
        body,
        work: {
          async act(author, call) {
            await createDiscountCode(deps, body, { author, call });
            return { status: 201, body: await listDiscountCodes(deps) };
          },
        },
      });
    })
    .post("/:id/end", (c: Context<AdminEnv, "/:id/end">) =>
      answerOnce(c, deps, {
        body: null,
        work: {
          async act(_author, { claim }) {
            claim();
            await endDiscountCode(deps, c.req.param("id"));
            return { status: 200, body: await listDiscountCodes(deps) };
          },
        },
      }),
    );
