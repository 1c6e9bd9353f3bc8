import { defineWords } from "./words.ts";

/** Error messages of refused requests that buyers read. */
export const buyerRefusals = defineWords("refusals", {
  invalidEmail: "Please enter a valid email address.",
  malformedJson: "The request couldn't be read. Please reload the page and try again.",
  tooLarge: "This request is too large.",
  tooSlow: "This request took too long to arrive. Please try again.",
  rateLimited: "Too many requests. Please wait a moment and try again.",
  keyElsewhere:
    "This link was already used, has expired, or was requested in another browser. Request a new one here.",
  paymentUnpaid: "This payment hasn't been completed.",
  noSubscription: "This purchase isn't a subscription.",
  notSignedIn: "Please sign in.",
  otherUser: "Another user is signed in now. Please sign in again.",
  closed: "The shop is restarting. Please try again in a moment.",
  shopClosed: "This shop isn't open right now, so nothing can be bought.",
  unknownProduct: "This product isn't available.",
  noGift: "This can't be bought as a gift. Please choose another product.",
  mixedCurrency: "Please buy these products one at a time.",
  sameEmail: "The files already go to this address.",
  addressNotYours: "Only the browser that paid can correct the address. Please email us.",
  addressTooLate: "The address can be corrected for 24 hours. Please email us.",
  addressTooOften: "The address has been corrected three times already. Please email us.",
  unwritable: "The shop can't save this right now. Please try again in a few minutes.",
  fileStore:
    "The files can't be reached right now. Please try again in a few minutes. Your purchases are safe.",
  file: "This link doesn't open a file. It may have expired; the latest mail about your order has new links.",
});

/** Errors of a malformed checkout. */
export const checkoutRefusals = defineWords("checkoutErrors", {
  emptyCheckout: "Please choose a product.",
  tooManyLines: "A checkout holds at most 10 products.",
  duplicateLine: "Each product can be in a checkout only once.",
  wrongQuantity: "Quantity must be 1.",
  foreignPath: "The return path must be a path of this site.",
});
