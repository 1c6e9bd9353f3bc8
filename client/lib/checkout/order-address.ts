import { SUCCESS_ROUTER } from "./start-checkout.ts";

/** The page of a paid order. */
export function orderAddress(sessionId: string): string {
  return `${SUCCESS_ROUTER}?${new URLSearchParams({ sessionId })}`;
}
