import { type Context, Hono } from "hono";
import { z } from "zod";
import {
  addressRequest,
  type CheckoutAnswer,
  type CheckoutRequest,
  checkoutRequest,
  resendRequest,
} from "../contract/checkout.ts";
import { orderMessages } from "../contract/messages.ts";
import { markOwned } from "../contract/paths.ts";
import type { Deps } from "../deps.ts";
import { claimSubscription } from "../domain/money/subscriptions.ts";
import { startCheckout } from "../domain/orders/checkout.ts";
import { listMore } from "../domain/orders/more-for-you.ts";
import { correctEmail } from "../domain/orders/correct-email.ts";
import { resendDelivery } from "../domain/orders/order-mails.ts";
import { getPurchaseDetail } from "../domain/orders/purchase-detail.ts";
import { listPurchases } from "../domain/orders/purchase-history.ts";
import { checkoutVisitor } from "../domain/stats/visits.ts";
import { AppError } from "../errors.ts";
import { buyerOf, discountCodeOf, forgetDiscountCode, viewerOf } from "../http/visitor.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess, requireUser } from "../http/guards.ts";
import { checked, json, query, bodyUpTo } from "../http/json.ts";
import { checkoutLimit, createRateLimit, rateLimit } from "../http/rate-limits.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { type Fields, postedForm } from "../http/posted-form.ts";
import { browserOf } from "../http/visits.ts";
import { receiveWebhook } from "../domain/money/webhook-inbox.ts";

const FIRST_TAG = /^\s*([a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4})\s*(?:[,;]|$)/i;

// Values of Sec-Fetch-Dest for a navigation inside a frame.
const FRAMES = new Set(["iframe", "frame", "embed", "object"]);

export function checkoutRoutes(deps: Deps, pages: PageRenderer) {
  // Both routes share one limit, because card testers use whichever route still works.
  const limit = checkoutLimit(deps);

  const calls = new Hono<AppEnv>().post(
    "/create-checkout-session",
    publicAccess,
    json(checkoutRequest, { limit }),
    async (c) => {
      const request = c.req.valid("json");
      return c.json(await startFor(c, deps, request), 200);
    },
  );

  /** Redirects to the payment page. A frame gets a page that posts the form again in a new tab. */
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
        const { checkoutUrl } = await startFor(c, deps, request);
        return c.redirect(markOwned(checkoutUrl, request), 303);
      },
      refused(c, refusal) {
        if (refusal.code === "internal") throw refusal;
        return c.redirect(`/checkout/error?error=${encodeURIComponent(refusal.message)}`, 303);
      },
    }),
  );

  return { calls, forms };
}

/** Starts the visitor's checkout. Deletes the cookie of a discount code that has ended. */
async function startFor(
  c: Context<AppEnv>,
  deps: Deps,
  request: CheckoutRequest,
): Promise<CheckoutAnswer> {
  const viewer = buyerOf(c, deps);
  const origin = { arrival: request.source, browserHash: viewer.browserHash };
  const visitor = checkoutVisitor(deps, browserOf(deps, c.req.raw, c.env), origin);
  const buyer = { viewer, visitor, language: languageOf(c), code: discountCodeOf(c) };
  const { answer, isCodeEnded } = await startCheckout(deps, { request, ...buyer });
  if (isCodeEnded) forgetDiscountCode(c, deps);
  return answer;
}

const PURCHASE_READ = { name: "purchase-detail", points: 60, seconds: 60, durable: false };
const RESENT = { name: "resend", points: 10, seconds: 600, durable: true };
const CORRECTED = { name: "address", points: 10, seconds: 600, durable: true };
const CLAIMED = { name: "subscriptions", points: 30, seconds: 60, durable: false };

const purchaseQuery = z.object({
  sessionId: z.string({ error: () => orderMessages.missingSessionId }).optional(),
});

/** Routes for reading purchases and for buyers' actions on paid orders. */
export const orderRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get(
      "/products/purchase-detail",
      publicAccess,
      rateLimit(deps, PURCHASE_READ),
      query(purchaseQuery),
      async (c) => {
        const { sessionId } = c.req.valid("query");
        if (!sessionId) {
          throw new AppError("malformed", orderMessages.missingSessionId, {
            reason: "session_missing",
          });
        }
        c.header("Cache-Control", "no-store");
        return c.json(await getPurchaseDetail(deps, sessionId, viewerOf(c, deps)), 200);
      },
    )
    .get("/products/purchased-products", requireUser(deps), (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(listPurchases(deps, c.var.user), 200);
    })
    .get("/products/more", requireUser(deps), (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(listMore(deps, viewerOf(c, deps)), 200);
    })
    .post(
      "/orders/resend",
      publicAccess,
      json(resendRequest, { limit: createRateLimit(deps, RESENT) }),
      (c) => {
        resendDelivery(deps, c.req.valid("json").sessionId);
        return c.json({ success: true }, 200);
      },
    )
    .post(
      "/orders/address",
      publicAccess,
      json(addressRequest, { limit: createRateLimit(deps, CORRECTED) }),
      (c) => {
        const request = c.req.valid("json");
        return c.json(correctEmail(deps, { ...request, viewer: viewerOf(c, deps) }), 200);
      },
    )
    .post(
      "/subscriptions",
      publicAccess,
      json(resendRequest, { limit: createRateLimit(deps, CLAIMED) }),
      async (c) => {
        const isFirst = await claimSubscription(deps, c.req.valid("json").sessionId);
        return c.json({ success: true }, isFirst ? 201 : 200);
      },
    );

const MAX_EVENT_BYTES = 1024 * 1024;

export const webhookRoutes = (deps: Deps) =>
  new Hono<AppEnv>().post("/webhook", publicAccess, bodyUpTo(MAX_EVENT_BYTES), async (c) => {
    // The signature covers the raw bytes, so the body is not parsed here.
    const body = await c.req.text();
    await receiveWebhook(deps, { body, signature: c.req.header("Stripe-Signature") ?? "" });
    return c.json({ received: true }, 200);
  });

/** Returns the browser's first language, a BCP 47 tag such as "de-AT"; null without one. */
function languageOf(c: Context): string | null {
  return FIRST_TAG.exec(c.req.header("Accept-Language") ?? "")?.[1] ?? null;
}
