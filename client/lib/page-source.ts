import type { ContactStart } from "../../server/contract/contact.ts";
import type { Product, PurchaseDetail } from "../../server/contract/store.ts";

/** Where pages read from: the database on the server, the wire in the browser. Both reject on failure. */
export type PageSource = {
  listProducts(): Promise<Product[]>;
  getPurchase(sessionId: string): Promise<PurchaseDetail>;
  /** The contact form to begin with: empty, or as a refused post left it. */
  openContactForm(): Promise<ContactStart>;
};
