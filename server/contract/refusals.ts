/** Error texts that the spec does not list. */
export const refusals = {
  malformedJson: "The request could not be read. Please reload the page and try again.",
  keyInvalid: "An Idempotency-Key is 1 to 255 visible ASCII characters, without spaces.",
  keyReused: "This Idempotency-Key was used for another request.",
  wrongType: "Please send this request as JSON.",
  tooLarge: "This request is too large.",
  tooSlow: "This request took too long to arrive. Please try again.",
  rateLimited: "Too many requests. Please wait a moment and try again.",
  keyElsewhere:
    "This link was already used, has expired, or was requested in another browser. Request a new one here.",
  noSubscription: "This purchase is not a subscription.",
  notSignedIn: "Please sign in.",
  otherUser: "Another user is signed in now. Please sign in again.",
  administrators: "Only administrators can do this.",
  foreignLogin: "Please start the login on this site.",
  foreignOrigin: "This request came from another site and was refused.",
  notFound: "Not found.",
  closed: "The shop is restarting. Please try again in a moment.",
  otherHost: "This is not the address of the shop.",
  emptyCheckout: "Please choose a product.",
  tooManyLines: "A checkout holds at most 10 products.",
  duplicateLine: "Each product can be in a checkout only once.",
  wrongQuantity: "Quantity must be 1.",
  unknownProduct: "This product is not available.",
  mixedCurrency: "Please buy these products one at a time.",
  foreignPath: "The return path must be a path of this site.",
  email: "Please enter a valid email address.",
  sameEmail: "The files already go to this address.",
  addressNotYours: "Only the browser that paid can correct the address. Please write to us.",
  addressTooLate: "The address can be corrected for 24 hours. Please write to us.",
  addressTooOften: "The address has been corrected three times already. Please write to us.",
  badSignature: "The signature is not valid.",
  noEvent: "The body is not a complete event.",
  unwritable: "The shop can't save this right now. Please try again in a few minutes.",
  webhookDisabled: "Webhooks are not set up.",
  fileStore:
    "The files cannot be reached right now. Please try again in a few minutes. Your purchases are safe.",
  file: "This link does not open a file. It may have expired; the latest mail about your order has new links.",
} as const;

/** Error texts of forms that the spec does not list. */
export const formRefusals = {
  unknownForm: "This form is unknown.",
  signIn: "Please sign in to send this form.",
  administrators: "Only administrators can send this form.",
} as const;
