/** Why the order desk does not do something, in words for the shop's owner. */
export const deskRefusals = {
  unknownAction: "This table has no such action.",
  keyMissing: "This action needs an Idempotency-Key, so that a retry does not run it twice.",
  notPaid: "This order has not been paid.",
  noEmail: "This order has no email yet: correct it first.",
  nothingToSend: "Nothing of this order gives access, so there are no files to send.",
  sentJustNow: "The files were sent less than a minute ago.",
  holdsProduct: "This order holds this product already.",
  withdrawnProduct: "This order holds this product, withdrawn: restore it instead.",
  unknownProduct: "Choose a product of this shop.",
  subscriptionGift: "A subscription is paid for at the provider and cannot be given for nothing.",
  neverGranted: "This item has never given access: its order has not been paid.",
  withdrawnAlready: "This item is withdrawn already.",
  notWithdrawn: "This item is not withdrawn.",
  settledAlready: "This note is settled already.",
  notSettled: "This note is open.",
  free: "This order cost nothing, so there is nothing to give back.",
  freeItem: "This item cost nothing, so there is nothing to give back.",
  givenBack: "All of this payment has gone back already, or is on its way.",
  itemGivenBack: "The price of this item has gone back already, or is on its way.",
  tooMuch: (left: string, units: number) =>
    `Amount is more than what is left of this payment: ${left} (${units}).`,
  refundRefused: (why: string) => `The payment provider refused: ${why}`,
  refundPending:
    "The payment provider did not say whether the money went back. It is asked again within minutes; until then the refund is pending.",
} as const;
