import type { ContactStart } from "../../server/contract/contact.ts";
import type {
  Ownership,
  OwnershipQuestion,
  Product,
  PurchaseDetail,
} from "../../server/contract/store.ts";

/** Where pages read from: the database on the server, the wire in the browser. Both reject on failure. */
export type PageSource = {
  listProducts(): Promise<Product[]>;
  getPurchase(sessionId: string): Promise<PurchaseDetail>;
  /** Only the server knows; a page that is opened without a request goes on with what it was told. */
  getOwnership(question: OwnershipQuestion): Promise<Ownership>;
  /** The contact form to begin with: empty, or as a refused post left it. */
  openContactForm(): Promise<ContactStart>;
};
