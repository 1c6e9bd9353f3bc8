import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import { updateRow } from "../../../db/record.ts";
import { products } from "../../../db/schema.ts";
import { shopIdOf } from "../../config/shop-id.ts";
import { discountMessages as texts } from "./discount-request.ts";
import type { DiscountCode, DiscountList, DiscountRequest } from "../../contract/discounts.ts";
import { formatMoney } from "../../contract/format.ts";
import { ENGLISH } from "../../contract/language.ts";
import { findPriceFault } from "../../ports/prices.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError, CallRefused, conflict } from "../../errors.ts";
import type { PromotionCode } from "../../ports/promotions.ts";
import { pictureUrlOf, shopCurrency } from "./catalogue.ts";
import type { ActCall } from "../upkeep/idempotency.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { forgetCodes } from "./discounts.ts";
import { reducedPrice } from "./quote.ts";

/** The provider's limit for the expiry of a code. */
const MAX_LIFETIME_MS = 5 * 365 * DAY_MS;

type Product = typeof products.$inferSelect;

/** Lists the codes of the provider's account. Throws AppError `payment_provider`. */
export async function listDiscountCodes(deps: Deps): Promise<DiscountList> {
  const { entries } = await refusable(() =>
    deps.payments.listPromotionCodes({ activeOnly: false, after: null }),
  );
  const all = deps.db.select().from(products).orderBy(asc(products.position)).all();
  const names = new Map(all.map(({ providerProductId, name }) => [providerProductId, name]));
  const now = deps.clock.now();
  const codes = entries.map(({ providerProductIds: ids, expiresAt, ...code }) => ({
    id: code.id,
    code: code.code,
    isActive: code.isActive && (expiresAt === null || expiresAt > now),
    percentOff: code.percentOff,
    amountOff: code.amountOff,
    currency: code.currency,
    products: ids && ids.flatMap((id) => names.get(id) ?? []),
    expiresAt: expiresAt && expiresAt.toISOString(),
    maxUses: code.maxUses,
    uses: code.uses,
  })) satisfies DiscountCode[];
  const onSale = all.filter(({ active }) => active);
  return {
    codes,
    products: onSale.map(({ id, name, currency }) => ({ id, name, currency })),
    currency: shopCurrency(deps.db),
  };
}

type CreateCall = { author: AdminAuthor; call: ActCall };

/**
 * Creates a code at the provider. Throws AppError `invalid` by field, `conflict` when the provider
 * rejects it, and `payment_provider`. A code that makes a product free throws like `requirePasskey`.
 */
export async function createDiscountCode(
  deps: Deps,
  request: DiscountRequest,
  { author, call }: CreateCall,
): Promise<void> {
  const chosen = productsOf(deps, request, call);
  const isLimited = request.productIds.length > 0;
  const currency = request.amountOff === null ? null : currencyOf(chosen);
  // The provider may have created the code for the first call.
  if (!call.isRetry) {
    checkExpiry(request, deps.clock.now());
    checkLeastPrice({ ...request, currency }, chosen);
  }
  if (makesFree({ ...request, currency }, chosen)) author.requirePasskey();
  if (!call.isRetry) await checkUntaken(deps, request.code);
  call.claim();
  const providerProductIds = isLimited ? await saveProducts(deps, chosen, author) : null;
  const { productIds: _chosen, ...terms } = request;
  const idempotencyKey = call.key ?? randomUUID();
  try {
    await refusable(() =>
      deps.payments.createPromotionCode({
        ...terms,
        currency,
        providerProductIds,
        shopId: shopIdOf(deps),
        idempotencyKey,
      }),
    );
  } finally {
    // If the provider did not answer, the code may exist anyway.
    forgetCodes(deps);
  }
}

async function checkUntaken(deps: Deps, wanted: string): Promise<void> {
  const { entries } = await refusable(() =>
    deps.payments.listPromotionCodes({ activeOnly: true, after: null }),
  );
  const isTaken = entries.some(({ code }) => code.toUpperCase() === wanted);
  if (isTaken) throw refusal("code", texts.taken(wanted));
}

/** Ends a code permanently. Throws AppError `payment_provider`. */
export async function endDiscountCode(deps: Deps, id: string): Promise<void> {
  try {
    await refusable(() => deps.payments.endPromotionCode(id));
  } finally {
    // If the provider did not answer, the code may have ended anyway.
    forgetCodes(deps);
  }
}

/**
 * Returns the chosen products, or all products on sale if none is chosen. A retry also accepts
 * products that are off sale.
 */
function productsOf(
  { db }: Deps,
  { productIds }: DiscountRequest,
  { isRetry }: Pick<ActCall, "isRetry">,
): Product[] {
  const all = db.select().from(products).all();
  if (productIds.length === 0) return all.filter(({ active }) => active);
  const chosen = all.filter(({ id, active }) => productIds.includes(id) && (active || isRetry));
  if (chosen.length === new Set(productIds).size) return chosen;
  throw refusal("productIds", texts.products);
}

function currencyOf(chosen: Product[]): string {
  const [currency, ...others] = new Set(chosen.map((product) => product.currency));
  if (currency === undefined || others.length > 0) throw refusal("productIds", texts.currencies);
  return currency;
}

function checkExpiry({ expiresAt }: DiscountRequest, now: Date): void {
  if (expiresAt === null) return;
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0 || left > MAX_LIFETIME_MS) throw refusal("expiresAt", texts.expiry);
}

type Off = Pick<PromotionCode, "percentOff" | "amountOff" | "currency">;

/** Whether a discount makes one of the products free. */
function makesFree(off: Off, chosen: Product[]): boolean {
  if (off.percentOff === 100) return true;
  return chosen.some((product) => product.price > 0 && reducedPrice(off, product) === 0);
}

/** Rejects a discount that leaves a price that the provider cannot charge. */
function checkLeastPrice(off: Off, chosen: Product[]): void {
  for (const product of chosen) {
    const { name, currency } = product;
    const price = reducedPrice(off, product);
    const fault = findPriceFault(price, currency);
    if (fault?.kind !== "least") continue;
    const text = texts.tooLow(
      name,
      formatMoney(price, currency, ENGLISH),
      formatMoney(fault.least, currency, ENGLISH),
    );
    throw refusal(off.percentOff === null ? "amountOff" : "percentOff", text);
  }
}

/** Creates or updates the products at the provider, and stores new ids. */
async function saveProducts(
  { config, payments }: Deps,
  chosen: Product[],
  author: AdminAuthor,
): Promise<string[]> {
  return Promise.all(
    chosen.map(async ({ id, name, description, images, providerProductId }) => {
      const pictureUrl = pictureUrlOf(images, config);
      const product = { productId: id, providerProductId, name, description, pictureUrl };
      const saved = await refusable(() => payments.saveProduct(product));
      if (saved !== providerProductId) {
        author.write((tx) => updateRow(tx, products, id, { providerProductId: saved }, author));
      }
      return saved;
    }),
  );
}

function refusal(field: string, text: string): AppError {
  return new AppError("invalid", text, { errors: { [field]: [text] } });
}

/** Converts a permanent rejection by the provider to `conflict`, with its reason for the owner. */
async function refusable<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof AppError && error.cause instanceof CallRefused)) throw error;
    throw conflict(texts.refused(error.cause.message));
  }
}
