import { Hono } from "hono";
import type { BodyData } from "hono/utils/body";
import { rowId } from "../contract/checkout.ts";
import { loginPathTo } from "../contract/return-path.ts";
import type { Deps } from "../deps.ts";
import { openBillingPortal } from "../domain/billing-portal.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import type { Pages } from "../http/pages.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { findUser } from "../http/session.ts";
import { smallBody } from "../http/validate.ts";

/** The account's way to the provider's billing portal: a form, which works without a script. */
export const billingRoutes = (deps: Deps, pages: Pages) =>
  new Hono<AppEnv>().post(
    "/account/billing",
    rateLimit(deps, { name: "billing", points: 30, seconds: 60, durable: false }),
    smallBody,
    async (c) => {
      const user = findUser(c, deps);
      if (!user) return c.redirect(loginPathTo("/account"), 303);
      const form = await c.req.parseBody().catch((): BodyData => ({}));
      const itemId = rowId.safeParse(form["itemId"]);
      // There is no such page: whoever asks for another's item is shown the same.
      if (!itemId.success) return pages.answer(c);
      try {
        return c.redirect(await openBillingPortal(deps, { user, itemId: itemId.data }), 303);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === "not_found") return pages.answer(c);
        const { message, cause } = error;
        deps.log.warn({ requestId: c.get("requestId"), err: cause }, `billing portal: ${message}`);
        return c.redirect("/account?billing=failed", 303);
      }
    },
  );
