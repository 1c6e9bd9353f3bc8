import type { CurrentUser, SessionInfo } from "../../server/contract/auth.ts";
import type { ContactStart } from "../../server/contract/contact.ts";
import type { LoginStart } from "../../server/contract/login.ts";
import type {
  Ownership,
  OwnershipQuestion,
  Product,
  PurchaseDetail,
  PurchasedProduct,
} from "../../server/contract/store.ts";

/** Where pages read from: the database on the server, the wire in the browser. Both reject on failure. */
export type PageSource = {
  listProducts(): Promise<Product[]>;
  getPurchase(sessionId: string): Promise<PurchaseDetail>;
  /** Only the server knows; a page that is opened without a request goes on with what it was told. */
  getOwnership(question: OwnershipQuestion): Promise<Ownership>;
  /** The contact form to begin with: empty, or as a refused post left it. */
  openContactForm(): Promise<ContactStart>;
  /** Who is signed in; null when nobody is. */
  findUser(): Promise<CurrentUser | null>;
  /** What the signed-in visitor has bought, newest first. */
  listPurchases(): Promise<PurchasedProduct[]>;
  /** Where the signed-in visitor is signed in. */
  listSessions(): Promise<SessionInfo[]>;
  /** The sign-in form to begin with: new, or where a posted form has led. */
  openLogin(): Promise<LoginStart>;
};
