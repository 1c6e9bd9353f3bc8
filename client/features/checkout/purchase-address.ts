/** The query of the success page. */
export type PurchaseAddress = { sessionId: string | undefined; plain: boolean };

/** The same purchase as a page that needs no JavaScript. */
export function plainAddress(sessionId: string): string {
  return `/checkout/success?${new URLSearchParams({ sessionId, plain: "1" })}`;
}
