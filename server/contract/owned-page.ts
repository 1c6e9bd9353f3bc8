/** Query parameter of the success page when there was nothing left to pay. */
export const AGAIN_PARAM = "again";

const SUCCESS_PATH = "/checkout/success";
const SUCCESS_PAGE = /^(?:https?:\/\/[^/]+)?\/checkout\/success\?/;

/**
 * Returns the URL that a checkout leads to. Marks the success page of an order that is already owned, unless
 * the buyer would have returned to that page anyway.
 */
export function markOwned(checkoutUrl: string, successRouter: string): string {
  if (!SUCCESS_PAGE.test(checkoutUrl) || successRouter.startsWith(SUCCESS_PATH)) return checkoutUrl;
  return `${checkoutUrl}&${AGAIN_PARAM}=1`;
}
