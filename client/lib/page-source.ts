import type { Product, PurchaseDetail } from "../../server/contract/store.ts";

/** Where pages read from: the database on the server, the wire in the browser. Both reject on failure. */
export type PageSource = {
  listProducts(): Promise<Product[]>;
  getPurchase(sessionId: string): Promise<PurchaseDetail>;
};
