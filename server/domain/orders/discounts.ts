import { eq } from "drizzle-orm";
import { products } from "../../../db/schema.ts";
import { type Discount, readCode } from "../../contract/discounts.ts";
import { messages } from "../../contract/messages.ts";
import { findPriceFault } from "../../ports/prices.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { PromotionCode } from "../../ports/promotions.ts";
import { type Memo, memo } from "../../process/memo.ts";
import { within } from "../../process/promises.ts";

/** Interval of provider calls, for the whole shop: visitors can send any number of codes. */
const CACHE_MS = MINUTE_MS;
const TIMEOUT_MS = 2500;
const MAX_PAGES = 5;

type CodeDeps = Pick<Deps, "clock" | "payments">;

/** Active codes, or the error of the last call. */
const caches = new WeakMap<object, Memo<Promise<PromotionCode[]>>>();

/**
 * Returns the active code with this text, ignoring case and outer spaces; undefined without one.
 * Asks the provider at most once a minute. Throws AppError `payment_provider`.
 */
export async function findActiveCode(
  deps: CodeDeps,
  text: string | undefined,
): Promise<PromotionCode | undefined> {
  const wanted = readCode(text);
  if (wanted === undefined) return undefined;
  const codes = await within(
    TIMEOUT_MS,
    () => listActiveCodes(deps),
    () => new AppError("payment_provider", messages.network, { cause: "codes too slow" }),
  );
  const now = deps.clock.now();
  return codes.find(
    ({ code, isActive, isRestricted, expiresAt }) =>
      code.toUpperCase() === wanted &&
      isActive &&
      !isRestricted &&
      (expiresAt === null || expiresAt > now),
  );
}

/** Forgets the cached codes, after one was created, ended or rejected. */
export function forgetCodes({ payments }: Pick<Deps, "payments">): void {
  caches.delete(payments);
}

function listActiveCodes({ clock, payments }: CodeDeps): Promise<PromotionCode[]> {
  const now = () => clock.now().getTime();
  const cache = caches.get(payments) ?? memo({ ms: CACHE_MS, now });
  caches.set(payments, cache);
  return cache.get("codes", () => readAll(payments));
}

async function readAll(payments: Deps["payments"]): Promise<PromotionCode[]> {
  const codes: PromotionCode[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await payments.listPromotionCodes({ activeOnly: true, after });
    codes.push(...page.entries);
    if (page.next === null) break;
    after = page.next;
  }
  return codes;
}

type PricedProduct = { price: number; currency: string; providerProductId: string | null };
type Off = Pick<PromotionCode, "percentOff" | "amountOff" | "currency">;

/** Returns a price minus a discount in cents, at least 0. An amount in another currency is ignored. */
export function reducedPrice(
  { percentOff, amountOff, currency }: Off,
  product: Omit<PricedProduct, "providerProductId">,
): number {
  const { price } = product;
  if (percentOff !== null) return price - Math.round((price * percentOff) / 100);
  return currency === product.currency ? Math.max(0, price - (amountOff ?? 0)) : price;
}

/**
 * Returns a product's price with a code in cents; null when the code does not apply, or lowers the
 * price below the provider's least amount.
 */
export function priceWith(
  code: Off & Pick<PromotionCode, "providerProductIds">,
  product: PricedProduct,
): number | null {
  const { providerProductIds: ids } = code;
  if (ids !== null && !ids.includes(product.providerProductId ?? "")) return null;
  const reduced = reducedPrice(code, product);
  return reduced === product.price || findPriceFault(reduced, product.currency) ? null : reduced;
}

/** The provider's id of a checkout's code; null without one, with `fault` if the buyer must know. */
export type CheckoutCode = { id: string | null; fault: "codeEnded" | "codeUnchecked" | null };

/**
 * Returns the code of a checkout if it lowers a price of these products. The checkout goes on
 * without a code when the provider cannot be asked.
 */
export async function findPromotion(
  deps: CodeDeps,
  text: string | undefined,
  lines: PricedProduct[],
): Promise<CheckoutCode> {
  if (readCode(text) === undefined) return { id: null, fault: null };
  try {
    const found = await findActiveCode(deps, text);
    if (!found) return { id: null, fault: "codeEnded" };
    const applies = lines.some((line) => priceWith(found, line) !== null);
    return { id: applies ? found.id : null, fault: null };
  } catch {
    return { id: null, fault: "codeUnchecked" };
  }
}

/**
 * Returns the prices of the products on sale with a code. Throws AppError `payment_provider` when
 * the provider cannot be asked.
 */
export async function getDiscount(deps: Deps, text: string): Promise<Discount> {
  const found = await findActiveCode(deps, text);
  if (!found) return { code: readCode(text) ?? "", prices: {} };
  const { id, price, currency, providerProductId } = products;
  const onSale = deps.db
    .select({ id, price, currency, providerProductId })
    .from(products)
    .where(eq(products.active, true))
    .all();
  const prices = onSale.flatMap((product) => {
    const discounted = priceWith(found, product);
    return discounted === null ? [] : [[product.id, discounted] as const];
  });
  return { code: found.code, prices: Object.fromEntries(prices) };
}
