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

/** Data source of the pages: the database on the server, the API in the browser. */
export type PageSource = {
  listProducts: () => Promise<Product[]>;
  getPurchase: (sessionId: string) => Promise<PurchaseDetail>;
  /** Called on the server only; the browser reuses the rendered value. */
  getOwnership: (question: OwnershipQuestion) => Promise<Ownership>;
  /** Returns an empty form, or the submitted values after a rejected post. */
  openContactForm: () => Promise<ContactStart>;
  /** Returns the checkout that a form inside an iframe requested, or null. */
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
  /** Yields to other requests; awaited before each CPU-bound step. */
  turn?: () => Promise<void>;
  /** Skips rendering a 404 page, because the caller has it cached; `html` is then empty. */
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

/** Route of a page; `path` may contain `:id` or `*`. */
export type ServedPage = {
  path: string;
  indexable: boolean;
  shared: boolean;
};
