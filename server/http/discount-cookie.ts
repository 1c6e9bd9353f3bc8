import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { type Discount, isDiscount, readCode } from "../contract/discounts.ts";
import type { Deps } from "../deps.ts";
import { getDiscount } from "../domain/orders/discounts.ts";
import { cookieOptions } from "./cookies.ts";

/** Session cookie with the visitor's code, and the parameter of the landing page that sets it. */
export const CODE_COOKIE = "code";

// Readable by the page, which shows the prices on pages that all visitors share.
const optionsFor = (deps: Pick<Deps, "config">) => {
  const { secure } = cookieOptions(deps);
  return { sameSite: "Lax" as const, secure, path: "/" };
};

/** Returns the discount code of this visit. */
export function discountCodeOf(c: Context): string | undefined {
  return readCode(getCookie(c, CODE_COOKIE));
}

/** Forgets the code of this visit. */
export function forgetDiscountCode(c: Context, deps: Pick<Deps, "config">): void {
  deleteCookie(c, CODE_COOKIE, optionsFor(deps));
}

/**
 * Returns the prices with a code and remembers it until the browser is closed. A code without prices
 * only deletes the remembered one. Throws AppError `payment_provider`.
 */
export async function rememberDiscount(c: Context, deps: Deps, text: string): Promise<Discount> {
  const remember = (code: string) => setCookie(c, CODE_COOKIE, code, optionsFor(deps));
  const discount = await getDiscount(deps, text).catch((error: unknown) => {
    // The checkout may reach the provider again.
    const code = readCode(text);
    if (code !== undefined) remember(code);
    throw error;
  });
  if (isDiscount(discount)) remember(discount.code);
  else forgetDiscountCode(c, deps);
  return discount;
}
