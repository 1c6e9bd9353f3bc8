/** The query key that tells the success page that nothing was left to pay. */
export const AGAIN_PARAM = "again";

const SUCCESS_PATH = "/checkout/success";
const SUCCESS_PAGE = /^(?:https?:\/\/[^/]+)?\/checkout\/success\?/;

/**
 * Where the start of a checkout leads, marked when that is the page of an order although the buyer
 * would have come back from paying to another page: it is owned already.
 */
export function markOwned(checkoutUrl: string, successRouter: string): string {
  if (!SUCCESS_PAGE.test(checkoutUrl) || successRouter.startsWith(SUCCESS_PATH)) return checkoutUrl;
  return `${checkoutUrl}&${AGAIN_PARAM}=1`;
}
