import { AGAIN_PARAM } from "../../../server/contract/owned-page.ts";

/** The query of the success page. */
export type PurchaseAddress = {
  sessionId: string | undefined;
  plain: boolean;
  /** True when the buyer was led here instead of paying again. */
  again: boolean;
};

/** The same purchase as a page that needs no JavaScript. */
export function plainAddress(sessionId: string, { again }: Pick<PurchaseAddress, "again">): string {
  const query = { sessionId, plain: "1", ...(again && { [AGAIN_PARAM]: "1" }) };
  return `/checkout/success?${new URLSearchParams(query)}`;
}
