export const HOME = "/";

export function loginPathTo(target: string): string {
  return target === HOME ? "/login" : `/login?returnUrl=${encodeURIComponent(target)}`;
}

/** Path of an order's receipt, for its buyer. */
export function receiptPath(orderNumber: string): string {
  return `/account/orders/${orderNumber}`;
}

/** Query parameter of a link to a product's page that opens the checkout. */
export const BUY_PARAM = "buy";

/** Path of a product's page. */
export function productPath(slug: string): string {
  return `/products/${slug}`;
}

/** Page where a buyer withdraws from an order. */
export const WITHDRAW_PATH = "/withdraw";

/** Query parameter that marks the success page of an order the buyer already owns. */
export const AGAIN_PARAM = "again";

const SUCCESS_PATH = "/checkout/success";
const SUCCESS_PAGE = /^(?:https?:\/\/[^/]+)?\/checkout\/success\?/;

type Origin = { successRouter: string; giftTo?: string | undefined };

/**
 * Adds AGAIN_PARAM to a success page's URL, unless `successRouter` is a success page itself. A gift's
 * `successRouter` always is one, so its URL is always marked.
 */
export function markOwned(checkoutUrl: string, { successRouter, giftTo }: Origin): string {
  const isUnmarked = giftTo === undefined && successRouter.startsWith(SUCCESS_PATH);
  if (!SUCCESS_PAGE.test(checkoutUrl) || isUnmarked) return checkoutUrl;
  return `${checkoutUrl}&${AGAIN_PARAM}=1`;
}
