import { sessionAmounts } from "./amounts.ts";
import {
  type Context,
  type Coupon,
  create,
  type LineItem,
  need,
  patch,
  type Product,
  type PromotionCode,
  type Session,
  type SimulatorStore,
} from "./objects.ts";
import {
  type ApiCall,
  invalid,
  listAt,
  listPage,
  listRoute,
  metadataAt,
  noSuch,
  numberAt,
  type Params,
  paramsAt,
  type Route,
  textAt,
} from "./requests.ts";

const PATH = "/v1/promotion_codes";

export const PROMOTION_ROUTES: Route[] = [
  { method: "POST", path: "/v1/coupons", answer: createCoupon },
  { method: "POST", path: PATH, answer: createCode },
  { method: "GET", path: PATH, answer: listCodes },
  { method: "POST", path: `${PATH}/:id`, answer: updateCode },
  listRoute("product", "/v1/products"),
  { method: "POST", path: "/v1/products", answer: createProduct },
  { method: "POST", path: "/v1/products/:id", answer: updateProduct },
];

type NewObjectCall = Pick<ApiCall, "params" | "context">;

/** Creates a coupon with the parameters of the API call. Throws ApiError. */
export function createCoupon({ params, context }: NewObjectCall): Coupon {
  const products = listAt(paramsAt(params, "applies_to"), "products").map(String);
  const unknown = products.find((id) => !context.store.find("product", id));
  if (unknown) throw noSuch("product", unknown, 400);
  return create(context, "coupon", {
    amount_off: numberAt(params, "amount_off") ?? null,
    currency: textAt(params, "currency") ?? null,
    percent_off: numberAt(params, "percent_off") ?? null,
    valid: true,
    ...(products.length > 0 && { applies_to: { products } }),
  });
}

/** Creates a promotion code with the parameters of the API call. Throws ApiError. */
export function createCode({ params, context }: NewObjectCall): PromotionCode {
  const code = textAt(params, "code") ?? "";
  const coupon = textAt(paramsAt(params, "promotion"), "coupon") ?? "";
  if (findUsable(context, code)) {
    throw invalid(`An active promotion code with \`code: ${code}\` already exists.`);
  }
  return create(context, "promotion_code", {
    active: true,
    code,
    customer: null,
    expires_at: numberAt(params, "expires_at") ?? null,
    max_redemptions: numberAt(params, "max_redemptions") ?? null,
    promotion: { coupon, type: "coupon" },
    restrictions: { first_time_transaction: false, minimum_amount: null },
    times_redeemed: 0,
  });
}

function listCodes({ params, context }: ApiCall) {
  const active = textAt(params, "active");
  const codes = context.store
    .list("promotion_code")
    .map((code) => ({ ...code, active: isUsable(context, code) }))
    .filter((code) => active === undefined || String(code.active) === active);
  return listPage(params, codes);
}

function updateCode({ params, context, id }: ApiCall): PromotionCode {
  if (!context.store.find("promotion_code", id)) throw noSuch("promotion code", id);
  const active = textAt(params, "active") === "true";
  return patch(context.store, "promotion_code", { id, fields: { active } });
}

/** Returns the fields of a product from `product_data` or a product's parameters. */
export function productFields(params: Params) {
  return {
    active: true,
    description: textAt(params, "description") ?? null,
    images: listAt(params, "images").map(String),
    metadata: metadataAt(params),
    name: textAt(params, "name") ?? "",
  };
}

function createProduct({ params, context }: ApiCall): Product {
  return create(context, "product", productFields(params));
}

function updateProduct({ params, context, id }: ApiCall): Product {
  const known = context.store.find("product", id);
  if (!known) throw noSuch("product", id);
  const active = known.active || textAt(params, "active") === "true";
  const fields = { ...productFields(params), active };
  return patch(context.store, "product", { id, fields });
}

function isUsable({ now }: Context, code: PromotionCode): boolean {
  const { active, expires_at, max_redemptions, times_redeemed } = code;
  if (!active || (expires_at !== null && expires_at <= now())) return false;
  return max_redemptions === null || times_redeemed < max_redemptions;
}

function findUsable(context: Context, text: string): PromotionCode | undefined {
  const wanted = text.trim().toUpperCase();
  return context.store
    .list("promotion_code")
    .find((each) => each.code.toUpperCase() === wanted && isUsable(context, each));
}

/** The `discounts` of a session and its lines with the discount. */
type Discounted = Pick<Session, "discounts"> & { lines: LineItem[] };

/** Applies the `discounts` parameter of a new session. Throws ApiError for a code that is not usable. */
export function withDiscounts(context: Context, params: Params, lines: LineItem[]): Discounted {
  const [discount] = listAt(params, "discounts");
  if (typeof discount !== "object") return { lines, discounts: null };
  const id = textAt(discount, "promotion_code") ?? "";
  const param = "discounts[0][promotion_code]";
  const promotion = context.store.find("promotion_code", id);
  if (!promotion) throw noSuch("promotion code", id, 400);
  if (textAt(params, "allow_promotion_codes") === "true") {
    throw invalid(
      "You may only specify one of these parameters: allow_promotion_codes, discounts.",
    );
  }
  if (!isUsable(context, promotion)) throw invalid("This promotion code is not active.", { param });
  const applied = apply(context.store, promotion, lines);
  if (!applied) throw invalid("This promotion code does not apply to these items.", { param });
  return applied;
}

/** Applies a code typed on the pay page; undefined when the code is unknown or does not apply. */
export function applyTyped(context: Context, session: Session, text: string): Session | undefined {
  const { store } = context;
  const { lines } = need(store, "session_plan", session.id);
  const promotion = findUsable(context, text);
  const applied = promotion && apply(store, promotion, lines);
  if (!applied) return undefined;
  store.put("session_plan", { id: session.id, lines: applied.lines });
  const fields = { ...sessionAmounts(applied.lines), discounts: applied.discounts };
  return patch(store, "checkout.session", { id: session.id, fields });
}

/** Counts a use of the session's code. */
export function redeem({ store }: Context, { discounts }: Session): void {
  for (const { promotion_code } of discounts ?? []) {
    const { id, times_redeemed } = need(store, "promotion_code", promotion_code);
    patch(store, "promotion_code", { id, fields: { times_redeemed: times_redeemed + 1 } });
  }
}

function apply(
  store: SimulatorStore,
  { id, promotion }: PromotionCode,
  lines: LineItem[],
): Discounted | undefined {
  const coupon = need(store, "coupon", promotion.coupon);
  const amounts = discountsOf(coupon, lines);
  if (!amounts.some((amount) => amount > 0)) return undefined;
  return {
    lines: lines.map((line, index) => {
      const amount = amounts[index] ?? 0;
      return { ...line, amount_discount: amount, amount_total: line.amount_subtotal - amount };
    }),
    discounts: [{ coupon: coupon.id, promotion_code: id }],
  };
}

/** Returns each line's discount. An amount is spread by price, and the cents add up to it. */
export function discountsOf(coupon: Coupon, lines: LineItem[]): number[] {
  const { percent_off: percent, amount_off: amount, currency } = coupon;
  const limit = coupon.applies_to?.products;
  const bases = lines.map((line) =>
    !limit || limit.includes(line.price.product) ? line.amount_subtotal : 0,
  );
  if (percent !== null) return bases.map((base) => Math.round((base * percent) / 100));
  if (currency !== lines[0]?.currency) return bases.map(() => 0);
  let baseLeft = bases.reduce((sum, base) => sum + base, 0);
  let left = Math.min(amount ?? 0, baseLeft);
  return bases.map((base) => {
    const part = baseLeft === 0 ? 0 : Math.round((left * base) / baseLeft);
    baseLeft -= base;
    left -= part;
    return part;
  });
}
