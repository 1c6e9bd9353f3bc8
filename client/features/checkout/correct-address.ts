import { refusals } from "../../../server/contract/messages.ts";
import type { PurchaseDetail } from "../../../server/contract/store.ts";
import { ApiError } from "../../lib/answer.ts";
import type { Api } from "../../lib/api.ts";
import type { PageSource } from "../../lib/page-source.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import type { Problem } from "./address-correction.ts";
import { loadPurchase } from "./purchase-state.ts";

export type AddressChange = {
  purchase: PurchaseDetail;
  email: string;
  correct: Api["correctAddress"];
  source: Pick<PageSource, "getPurchase">;
};

export type AddressChanged =
  /** `linksLost`: the address is changed, but the purchase with its new links did not come. */
  | { kind: "changed"; purchase: PurchaseDetail; linksLost: boolean; alsoMoved: string[] }
  | ({ kind: "refused" } & Problem);

/** Moves the purchase to `email` and reads it again, because the old file links end. Never rejects. */
export async function correctAddress(change: AddressChange): Promise<AddressChanged> {
  const { purchase, email, correct, source } = change;
  const sessionId = purchase.checkoutSessionId;
  let customerEmail = email;
  let alsoMoved: string[] = [];
  try {
    ({ customerEmail, alsoMoved } = await correct(sessionId, email));
  } catch (error) {
    if (!isChangedBefore(error, change)) return refusalOf(error);
  }
  const state = await loadPurchase(source, sessionId);
  if ("purchase" in state) {
    return { kind: "changed", purchase: state.purchase, linksLost: false, alsoMoved };
  }
  const bare = { ...withoutLinks(purchase), customerEmail, mail: "waiting" as const };
  return { kind: "changed", purchase: bare, linksLost: true, alsoMoved };
}

function refusalOf(error: unknown): AddressChanged {
  const fieldMessage = fieldErrorOf(error);
  const message = fieldMessage ?? readableMessage(error);
  return { kind: "refused", message, field: fieldMessage !== undefined };
}

function fieldErrorOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors?.["email"]?.[0] : undefined;
}

/** The order has the new address already: the answer to an earlier request got lost on its way. */
function isChangedBefore(error: unknown, { purchase, email }: AddressChange): boolean {
  const same = fieldErrorOf(error) === refusals.sameEmail;
  return same && email.toLowerCase() !== purchase.customerEmail?.toLowerCase();
}

function withoutLinks(purchase: PurchaseDetail): PurchaseDetail {
  const products = purchase.products.map((item) => ({
    ...item,
    downloadUrl: null,
    fileUrl: null,
    files: [],
  }));
  return { ...purchase, products };
}
