import { Hono } from "hono";
import { checkoutRequest } from "../contract/checkout.ts";
import { markOwned } from "../contract/owned-page.ts";
import type { Deps } from "../deps.ts";
import { startCheckout } from "../domain/orders/checkout.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import { checked, json } from "../http/json.ts";
import { checkoutLimit } from "../http/limits.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import { type Fields, postedForm } from "../http/posted-form.ts";
import { buyerOf } from "../http/viewer.ts";

// What a browser says of a navigation inside a frame (decision: framed-checkout).
const FRAMES = new Set(["iframe", "frame", "embed", "object"]);

/** The pay button: with a script a call, without one a form. */
export function checkoutRoutes(deps: Deps, pages: PageRenderer) {
  // One counter for both: card testers use whichever is open.
  const limit = checkoutLimit(deps);

  const calls = new Hono<AppEnv>().post(
    "/create-checkout-session",
    publicAccess,
    json(checkoutRequest, { limit }),
    async (c) => {
      const request = c.req.valid("json");
      return c.json(await startCheckout(deps, { request, viewer: buyerOf(c, deps) }), 200);
    },
  );

  /**
   * Answered by a redirect; inside a frame, where no payment page opens, by a page that sends the
   * form again from a new tab.
   */
  const forms = new Hono<AppEnv>().post(
    "/checkout/start",
    publicAccess,
    postedForm(deps, {
      name: "checkout form",
      read: ({ texts, all }: Fields) => ({
        ...texts,
        products: all("productId").map((productId) => ({ productId, quantity: 1 })),
      }),
      async answer(c, posted) {
        const framed = FRAMES.has(c.req.header("Sec-Fetch-Dest") ?? "");
        if (!framed) await limit(c);
        const request = checked(checkoutRequest, posted);
        if (framed) return pages.answer(c, { status: 200, framedCheckout: request });
        const { checkoutUrl } = await startCheckout(deps, { request, viewer: buyerOf(c, deps) });
        return c.redirect(markOwned(checkoutUrl, request.successRouter), 303);
      },
      refused(c, refusal) {
        if (refusal.code === "internal") throw refusal;
        return c.redirect(`/checkout/error?error=${encodeURIComponent(refusal.message)}`, 303);
      },
    }),
  );

  return { calls, forms };
}
