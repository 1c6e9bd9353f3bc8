import type { DeletionObstacle } from "../../contract/account-deletion.ts";

/** Errors of the deletion of an account in the admin, by obstacle. */
export const deletionErrors = {
  administrator:
    "Administrators can't be deleted. Remove the rights first; the last administrator has to stay.",
  processing: "A payment of this account is being processed. Wait until the bank has decided.",
  dispute: "A payment of this account is disputed. Wait until the bank has decided.",
  subscription:
    "This account has a subscription that renews. Cancel it at the payment provider first.",
} as const satisfies Record<DeletionObstacle, string>;

/** Errors of actions on orders. */
export const orderErrors = {
  notPaid: "This order hasn't been paid.",
  noEmail: "This order has no email yet: correct it first.",
  nothingToSend: "Nothing of this order gives access, so there are no files to send.",
  sentJustNow: "The files were sent less than a minute ago.",
  hasProduct: "This order already has this product.",
  revokedProduct: "This product was revoked on this order; restore it instead.",
  unknownProduct: "Choose a product of this shop.",
  subscriptionGift:
    "A subscription is paid at the payment provider, so it can't be given for free.",
  neverGranted: "This item never gave access: its order wasn't paid.",
  revokedAlready: "This item is already revoked.",
  notRevoked: "This item isn't revoked.",
  notWaiting: "No files of this order are waiting to be delivered.",
  alreadyResolved: "This note is already resolved.",
  notResolved: "This note is still open.",
  noDuplicate: "This order isn't marked as a possible duplicate.",
  duplicateResolved: "This was already resolved.",
  reviewDecided: "This review was already shown or kept hidden.",
} as const;
