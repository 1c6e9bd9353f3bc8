/**
 * The error catalogue (spec section 8) and the texts both sides show, verbatim: those of every page here,
 * those of signing in, of orders and of the way to a payment in files of their own, which other pages do
 * not load.
 */
export const messages = {
  network: "Network error, please try again later",
  checkoutFailed: "Failed to create checkout session.",
  checkoutInvalidFormat: "Server returned invalid response format",
  checkoutInvalidAnswer: "Invalid response format from server",
  unexpected: "An unexpected error occurred. Please try again.",
  emailMissing: "Please enter your email address",
  codeInvalid: "Invalid verification code. Please try again.",
  codeNotSent: "Failed to send verification code. Please try again.",
  userFailed: (status: number) => `Failed to fetch user: API responded with HTTP status ${status}`,
  historyNotFetched: "Failed to fetch purchase history",
  historyFailed: "Failed to load purchase history. Please try again later.",
} as const;
