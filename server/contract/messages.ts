/** The error catalogue (spec section 8) and the texts both sides show, verbatim. */
export const messages = {
  missingSessionId: "Missing sessionId parameter",
  network: "Network error, please try again later",
  purchaseInfoFailedPrefix: "Failed to get purchase information: ",
  purchaseNotFound: "Purchase Information Not Found",
  purchaseNotFoundHint: "Please check if the sessionId is correct",
  purchaseUnpaid: "This payment has not been completed.",
  checkoutFailed: "Failed to create checkout session.",
  checkoutUrlMissing: "Checkout URL not received.",
  checkoutInvalidFormat: "Server returned invalid response format",
  checkoutInvalidAnswer: "Invalid response format from server",
  checkoutUnexpected: "An unexpected error occurred during checkout. Please try again.",
  unexpected: "An unexpected error occurred. Please try again.",
  popupBlocked: "Popup blocked! Please allow popups for this site to complete your purchase.",
} as const;

/** Texts of refused requests that the catalogue does not name. */
export const refusals = {
  malformedJson: "The request could not be read. Please reload the page and try again.",
  wrongType: "Please send this request as JSON.",
  tooLarge: "This request is too large.",
  rateLimited: "Too many requests. Please wait a moment and try again.",
  foreignOrigin: "This request came from another site and was refused.",
  notFound: "Not found.",
  emptyCheckout: "Please choose a product.",
  tooManyLines: "A checkout holds at most 10 products.",
  duplicateLine: "Each product can be in a checkout once.",
  wrongQuantity: "Quantity must be 1.",
  unknownProduct: "This product is not available.",
  mixedCurrency: "Please buy these products one at a time.",
  foreignPath: "The return path must be a path of this site.",
  badSignature: "The signature is not valid.",
  webhookDisabled: "Webhooks are not set up.",
  file: "This link does not open a file. It may have run out; the newest mail of the order has fresh ones.",
} as const;
