import Stripe from "stripe";
import { openClubShop } from "./money.ts";

export type ClubShop = Awaited<ReturnType<typeof openClubShop>>;
type Line = { name?: string; amount?: number; product?: string };

/** A shop with the same catalogue and provider, but without orders. */
export async function restored(lost: ClubShop): Promise<ClubShop> {
  const shop = await openClubShop();
  const { clock } = lost;
  Object.assign(shop.deps, { clock, payments: lost.deps.payments });
  return { ...shop, clock };
}

export type Sale = { metadata?: Record<string, string>; lines?: Line[] };

/** Pays a session of the same account that is no order of this shop; returns its id. */
export async function sellElsewhere(
  shop: ClubShop,
  { metadata = {}, lines = [{}] }: Sale,
): Promise<string> {
  const httpClient = Stripe.createFetchHttpClient(shop.simulator.fetch);
  const stripe = new Stripe(shop.deps.config.stripe.secretKey, { httpClient });
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
