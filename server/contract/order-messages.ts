/** Texts of paid orders, verbatim (spec section 8). */
export const orderMessages = {
  missingSessionId: "Missing sessionId parameter",
  purchaseInfoFailedPrefix: "Failed to get purchase information: ",
  purchaseNotFound: "Purchase Information Not Found",
  purchaseNotFoundHint: "Please check if the sessionId is correct",
  purchaseUnpaid: "This payment has not been completed.",
} as const;
