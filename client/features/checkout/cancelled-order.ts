import type { Ownership } from "../../../server/contract/store.ts";
import type { OfferVisit } from "../../lib/checkout-paths.ts";
import type { PageSource } from "../../../server/contract/pages.ts";

type Context = {
  source: Pick<PageSource, "getOwnership">;
  report: (error: unknown) => void;
};

/** The order that this browser holds beside the payment it cancelled; null when there is none. */
export async function loadCancelledOrder(
  { source, report }: Context,
  offer: OfferVisit | undefined,
): Promise<Ownership["order"]> {
  if (!offer) return null;
  const question = { originalId: offer.originalId, otherIds: [], sessionId: offer.sessionId };
  const ownership = await source.getOwnership(question).catch((error: unknown) => {
    report(error);
    return undefined;
  });
  return ownership?.order ?? null;
}
