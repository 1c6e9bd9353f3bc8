import { eq } from "drizzle-orm";
import { products } from "../../../db/schema.ts";
import { type Discount, noDiscount, readCode } from "../../contract/discounts.ts";
import { messages } from "../../contract/messages.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { PromotionCode } from "../../ports/promotions.ts";
import { type Memo, memo } from "../../process/memo.ts";
import { within } from "../../process/promises.ts";
import { quoteEach } from "./quote.ts";

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

/** A checkout's code; `fault` if the buyer must know why it is missing. */
export type CheckoutCode = {
  code?: PromotionCode | undefined;
  fault: "codeEnded" | "codeUnchecked" | null;
};

/** Returns the code of a checkout, which goes on without it when the provider cannot be asked. */
export async function findCheckoutCode(
  deps: CodeDeps,
  text: string | undefined,
): Promise<CheckoutCode> {
  if (readCode(text) === undefined) return { fault: null };
  try {
    const code = await findActiveCode(deps, text);
    return { code, fault: code ? null : "codeEnded" };
  } catch {
    return { fault: "codeUnchecked" };
  }
}

/**
 * Returns the prices of the products on sale with a code. Throws AppError `payment_provider` when
 * the provider cannot be asked.
 */
export async function getDiscount(deps: Deps, text: string): Promise<Discount> {
  const found = await findActiveCode(deps, text);
  if (!found) return noDiscount(text);
  const { id, price, currency, type, providerProductId } = products;
  const onSale = deps.db
    .select({ id, price, currency, type, providerProductId })
    .from(products)
    .where(eq(products.active, true))
    .all();
  const lines = quoteEach(onSale, { code: found }).filter(({ code }) => code !== null);
  const prices = Object.fromEntries(lines.map((line) => [line.product.id, line.price]));
  return { code: found.code, prices };
}
