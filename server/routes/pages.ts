import { type Context, Hono } from "hono";
import type { BodyData } from "hono/utils/body";
import { checkoutRequest } from "../contract/checkout.ts";
import { refusals } from "../contract/messages.ts";
import { markOwned } from "../contract/owned-page.ts";
import type { Deps } from "../deps.ts";
import { startCheckout } from "../domain/checkout.ts";
import { AppError } from "../errors.ts";
import { checkoutLimit } from "../http/checkout-limit.ts";
import type { AppEnv } from "../http/env.ts";
import { servePrepared } from "../http/http-cache.ts";
import type { Pages } from "../http/pages.ts";
import type { Count } from "../http/rate-limit.ts";
import { checked, smallBody } from "../http/validate.ts";
import { buyerOf } from "../http/viewer.ts";
import type { Web } from "../http/web.ts";

export const pageRoutes = (deps: Deps, web: Web, pages: Pages) => {
  const count = checkoutLimit(deps);
  return new Hono<AppEnv>()
    .post("/checkout/start", smallBody, (c) => startFromForm(c, deps, count))
    .get("*", (c) => {
      const file = web.statics.get(c.req.path);
      if (file) return servePrepared(file, c.req.raw);
      // A page in place of a missing script would be run as one.
      if (c.req.path.startsWith("/assets/")) throw new AppError("not_found", refusals.notFound);
      return pages.answer(c);
    })
    .all("*", () => {
      throw new AppError("not_found", refusals.notFound);
    });
};

/** The pay button where no script runs: the same checkout, answered by a redirect. */
async function startFromForm(c: Context<AppEnv>, deps: Deps, count: Count): Promise<Response> {
  // A body that is no form has no products either, which is what the refusal then says.
  const form = await c.req.parseBody({ all: true }).catch((): BodyData<{ all: true }> => ({}));
  try {
    await count(c);
    const request = checked(checkoutRequest, {
      ...form,
      products: [form["productId"] ?? []].flat().map((productId) => ({ productId, quantity: 1 })),
    });
    const { checkoutUrl } = await startCheckout(deps, { request, viewer: buyerOf(c, deps) });
    return c.redirect(markOwned(checkoutUrl, request.successRouter), 303);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, cause } = error;
    deps.log.warn({ requestId: c.get("requestId"), err: cause }, `checkout form: ${message}`);
    return c.redirect(`/checkout/error?error=${encodeURIComponent(message)}`, 303);
  }
}
