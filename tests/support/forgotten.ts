import type Stripe from "stripe";
import { stripeFor } from "../server/demo/payments/harness.ts";
import { openClubShop } from "./money.ts";

export type ClubShop = Awaited<ReturnType<typeof openClubShop>>;
type Line = { name?: string; amount?: number; product?: string };

/** A shop with the same catalogue and an empty order book, at the same provider. */
export async function restored(lost: ClubShop): Promise<ClubShop> {
  const shop = await openClubShop();
  const { clock } = lost;
  Object.assign(shop.deps, { clock, payments: lost.deps.payments });
  return { ...shop, clock };
}

export type Sale = { metadata?: Record<string, string>; lines?: Line[] };

/** A paid session that is no order of this shop, on the same account at the provider; its id. */
export async function sellElsewhere(
  shop: ClubShop,
  { metadata = {}, lines = [{}] }: Sale,
): Promise<string> {
  const stripe = stripeFor(shop.simulator.fetch, { key: shop.deps.config.stripe.secretKey });
  const lineItem = ({ name = "Thing", amount = 999, product }: Line) => ({
    quantity: 1,
    price_data: {
      currency: "usd",
      unit_amount: amount,
      product_data: { name, ...(product !== undefined && { metadata: { product_id: product } }) },
    },
  });
  const session: Stripe.Checkout.Session = await stripe.checkout.sessions.create({
    mode: "payment",
    line_items: lines.map(lineItem),
    success_url: "https://elsewhere.example/thanks",
    metadata,
  });
  await shop.simulator.control.pay(session.id);
  return session.id;
}
