/** Texts on the way to a payment, verbatim (spec section 8). */
export const payMessages = {
  paymentFailed: "Your bank did not confirm the payment.",
  checkoutUrlMissing: "Checkout URL not received.",
  checkoutUnexpected: "An unexpected error occurred during checkout. Please try again.",
  offerFailed: "Could not load the special offer. Please try again later.",
  originalMissing: "Original product ID is missing. Please go back and try again.",
  navigationFailed: "Navigation error occurred. Please try again.",
  popupBlocked: "Popup blocked! Please allow popups for this site to complete your purchase.",
} as const;
