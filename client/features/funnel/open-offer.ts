import { payMessages } from "../../../server/contract/messages.ts";
import type { Ownership } from "../../../server/contract/answers.ts";
import { Redirect } from "../../../server/contract/pages.ts";
import type { OfferState } from "../../../server/pages/offers.ts";
import { pageWords } from "../../content/pages.ts";

/** Title of an offer page that failed to load; undefined otherwise. */
export function offerTitle({ kind }: OfferState): string | undefined {
  return kind === "failed" ? pageWords.failure.title : undefined;
}

export function orderOf(state: OfferState): Ownership["order"] {
  return state.kind === "ready" ? state.offer.ownership.order : state.order;
}

/** Opens an offer from the offer before it. Without a connection, the paid order is still known. */
export async function openOffer(
  ask: () => Promise<OfferState>,
  { before }: { before: unknown },
): Promise<OfferState> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Redirect) throw error;
    const order = before ? orderOf(before as OfferState) : null;
    return { kind: "failed", message: payMessages.offerFailed, order, retryable: true };
  }
}
