import Stripe from "stripe";
import { messages } from "../../contract/messages.ts";
import { AppError, CallRefused } from "../../errors.ts";
import type {
  NewPromotionCode,
  PromotionCode,
  Promotions,
  ProviderProduct,
} from "../../ports/promotions.ts";
import { findCall, PAGE_SIZE, providerFailed } from "./call.ts";

const MAX_COUPON_NAME_LENGTH = 40;
/** `applies_to` is sent only when requested. */
const EXPAND = ["data.promotion.coupon.applies_to"];

/** Discount codes: a promotion code with a coupon of its own. */
export function stripePromotions(stripe: Stripe): Promotions {
  return {
    async listPromotionCodes({ activeOnly, after }) {
      const page = await promotionCall(() =>
        stripe.promotionCodes.list({
          limit: PAGE_SIZE,
          expand: EXPAND,
          ...(activeOnly && { active: true }),
          ...(after !== null && { starting_after: after }),
        }),
      );
      // Check `object`, because the SDK resolves an error response that has no `error` body.
      if (page.object !== "list") throw providerFailed("the answer is not a list");
      const next = page.has_more ? (page.data.at(-1)?.id ?? null) : null;
      return { entries: page.data.flatMap(toPromotionCode), next };
    },

    async createPromotionCode(code) {
      const { idempotencyKey: key } = code;
      const created = await promotionCall(async () => {
        const coupon = await stripe.coupons.create(couponParams(code), {
          idempotencyKey: `${key}-coupon`,
        });
        return stripe.promotionCodes.create(codeParams(code, coupon.id), {
          idempotencyKey: `${key}-code`,
        });
      });
      if (created.object !== "promotion_code") throw providerFailed("no code in the answer");
    },

    async endPromotionCode(id) {
      await findCall(() => stripe.promotionCodes.update(id, { active: false }), promotionFailed);
    },

    async saveProduct(product) {
      const { providerProductId: id } = product;
      const saved =
        (id === null ? undefined : await updateProduct(stripe, id, product)) ??
        (await promotionCall(() => stripe.products.create(productParams(product))));
      if (saved.object !== "product") throw providerFailed("no product in the answer");
      return saved.id;
    },
  };
}

/** Like `providerCall`, with the errors of `promotionFailed`. */
async function promotionCall<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw promotionFailed(error);
  }
}

/** Like `providerFailed`, but a key without the permission is a refusal of this call only. */
function promotionFailed(error: unknown): AppError {
  if (!(error instanceof Stripe.errors.StripePermissionError)) return providerFailed(error);
  return new AppError("payment_provider", messages.network, {
    cause: new CallRefused(error, null),
  });
}

/** Updates a product and restores an archived one; undefined when the provider does not know the id. */
function updateProduct(stripe: Stripe, id: string, product: ProviderProduct) {
  const params = { ...productParams(product), active: true };
  return findCall(() => stripe.products.update(id, params), promotionFailed);
}

/** Keeps the texts of products at the provider current. */
export function productSync(stripe: Stripe) {
  const saved = new Map<string, { content: string; isKnown: boolean }>();
  async function isKnown(id: string, product: ProviderProduct): Promise<boolean> {
    const content = JSON.stringify(productParams(product));
    const last = saved.get(id);
    if (last?.content === content) return last.isKnown;
    const updated = await updateProduct(stripe, id, product);
    saved.set(id, { content, isKnown: updated !== undefined });
    return updated !== undefined;
  }
  return {
    /**
     * Returns the provider's id of a product, after an update when its texts have changed since the
     * last call; null for a product that is not at the provider. A failed update is ignored.
     */
    async currentId(product: ProviderProduct): Promise<string | null> {
      const { providerProductId: id } = product;
      if (id === null) return null;
      return (await isKnown(id, product).catch(() => true)) ? id : null;
    },
    /** Makes the next call update again, after the provider has refused a product. */
    forget: () => saved.clear(),
  };
}

function couponParams(code: NewPromotionCode): Stripe.CouponCreateParams {
  const { percentOff, amountOff, currency, providerProductIds: products, shopId } = code;
  return {
    name: code.code.slice(0, MAX_COUPON_NAME_LENGTH),
    duration: "once",
    metadata: { shop_id: shopId },
    ...(percentOff !== null && { percent_off: percentOff }),
    ...(amountOff !== null && currency !== null && { amount_off: amountOff, currency }),
    ...(products !== null && { applies_to: { products } }),
  };
}

function codeParams(code: NewPromotionCode, coupon: string): Stripe.PromotionCodeCreateParams {
  return {
    promotion: { type: "coupon", coupon },
    code: code.code,
    metadata: { shop_id: code.shopId },
    ...(code.expiresAt && { expires_at: Math.floor(code.expiresAt.getTime() / 1000) }),
    ...(code.maxUses !== null && { max_redemptions: code.maxUses }),
  };
}

/** Returns the fields of a product at the provider. */
export function productParams({
  productId,
  name,
  description,
  pictureUrl,
}: Omit<ProviderProduct, "providerProductId">) {
  return {
    name,
    // The provider refuses an empty text.
    ...(description && { description }),
    ...(pictureUrl && { images: [pictureUrl] }),
    metadata: { product_id: String(productId) },
  };
}

/** Returns nothing for a code whose coupon was deleted. */
function toPromotionCode(promotion: Stripe.PromotionCode): PromotionCode[] {
  const { coupon } = promotion.promotion;
  if (typeof coupon !== "object" || !coupon) return [];
  const { restrictions, max_redemptions: maxUses, times_redeemed: uses } = promotion;
  const { first_time_transaction: firstOnly, minimum_amount: minimum } = restrictions;
  return [
    {
      id: promotion.id,
      code: promotion.code,
      isActive: promotion.active && coupon.valid && (maxUses === null || uses < maxUses),
      isRestricted: firstOnly || minimum !== null || promotion.customer !== null,
      percentOff: coupon.percent_off,
      amountOff: coupon.amount_off,
      currency: coupon.currency,
      providerProductIds: coupon.applies_to?.products ?? null,
      expiresAt: promotion.expires_at === null ? null : new Date(promotion.expires_at * 1000),
      maxUses,
      uses,
    },
  ];
}
