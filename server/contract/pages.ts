import type { CurrentUser, SessionInfo } from "./auth.ts";
import type { CheckoutRequest } from "./checkout.ts";
import type { ContactStart } from "./contact.ts";
import type { LoginStart } from "./login.ts";
import type { Site } from "./site.ts";
import type {
  Ownership,
  OwnershipQuestion,
  Product,
  PurchaseDetail,
  PurchasedProduct,
} from "./answers.ts";

/** Data of pages: from the database on the server, from the API in the browser. */
export type PageSource = {
  listProducts: () => Promise<Product[]>;
  getPurchase: (sessionId: string) => Promise<PurchaseDetail>;
  /** Only on the server; the browser uses the rendered value. */
  getOwnership: (question: OwnershipQuestion) => Promise<Ownership>;
  /** Empty, or with the values of a refused post. */
  openContactForm: () => Promise<ContactStart>;
  /** Checkout requested by a form inside a frame. */
  findFramedCheckout: () => Promise<CheckoutRequest | null>;
  findUser: () => Promise<CurrentUser | null>;
  listPurchases: () => Promise<PurchasedProduct[]>;
  listSessions: () => Promise<SessionInfo[]>;
  openLogin: () => Promise<LoginStart>;
};

export type Assets = {
  scripts: string[];
  styles: string[];
  preloads: { href: string; as: string; type: string }[];
};

export type PageRequest = {
  url: string;
  site: Site;
  source: PageSource;
  assets: Assets;
  /** Receives errors that the page hides from the visitor. */
  report?: (error: unknown) => void;
  /** Awaited before each CPU-bound step. */
  turn?: () => Promise<void>;
  /** Leaves `html` empty for a missing page, which the caller has cached. */
  skipNotFound?: boolean;
};

/** `location` redirects: 308 to another path of the page, 302 for this visitor. */
export type RenderedPage = {
  status: number;
  html: string;
  indexable: boolean;
  personal: boolean;
  tracked: boolean;
  location?: string;
};

/** `path` may contain `:id` or `*`. */
export type ServedPage = {
  path: string;
  indexable: boolean;
  shared: boolean;
};
