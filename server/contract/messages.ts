import { defineWords } from "./words.ts";

/** Error messages with prescribed wording, which the owner may replace. */
export const messages = defineWords("errors", {
  network: "Network error, please try again later",
  checkoutFailed: "Failed to create checkout session.",
  checkoutInvalidFormat: "Server returned invalid response format",
  checkoutInvalidAnswer: "Invalid response format from server",
  unexpected: "An unexpected error occurred. Please try again.",
  emailMissing: "Please enter your email address",
  codeInvalid: "Invalid verification code. Please try again.",
  codeNotSent: "Failed to send verification code. Please try again.",
  userFailed: "Failed to fetch user: API responded with HTTP status {status}",
  historyNotFetched: "Failed to fetch purchase history",
  historyFailed: "Failed to load purchase history. Please try again later.",
});

export const orderMessages = defineWords("orderErrors", {
  missingSessionId: "Missing sessionId parameter",
  purchaseInfoFailedPrefix: "Failed to get purchase information: ",
  purchaseNotFound: "Purchase Information Not Found",
  purchaseNotFoundHint: "Please check if the sessionId is correct",
});

export const payMessages = defineWords("payErrors", {
  paymentFailed: "Your bank didn't confirm the payment.",
  checkoutUrlMissing: "Checkout URL not received.",
  checkoutUnexpected: "An unexpected error occurred during checkout. Please try again.",
  offerFailed: "Could not load the special offer. Please try again later.",
  originalMissing: "Original product ID is missing. Please go back and try again.",
  navigationFailed: "Navigation error occurred. Please try again.",
  popupBlocked: "Popup blocked! Please allow popups for this site to complete your purchase.",
});
