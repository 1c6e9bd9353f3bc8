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

/**
 * Data source of pages: the database on the server, the API in the browser. Both reject on failure. A new
 * read needs a line here, in `server/http/page-renderer.ts` and in `client/lib/api.ts`. Its result is sent to
 * the browser with the page.
 */
export type PageSource = {
  listProducts: () => Promise<Product[]>;
  getPurchase: (sessionId: string) => Promise<PurchaseDetail>;
  /** Available only on the server; the browser uses the rendered value. */
  getOwnership: (question: OwnershipQuestion) => Promise<Ownership>;
  /** Initial contact form: empty, or with the values of a refused post. */
  openContactForm: () => Promise<ContactStart>;
  /** Checkout requested by a form inside a frame; null otherwise. */
  findFramedCheckout: () => Promise<CheckoutRequest | null>;
  findUser: () => Promise<CurrentUser | null>;
  /** Purchases of the signed-in visitor, newest first. */
  listPurchases: () => Promise<PurchasedProduct[]>;
  listSessions: () => Promise<SessionInfo[]>;
  /** Initial sign-in form, or its state after a posted form. */
  openLogin: () => Promise<LoginStart>;
};

/** URLs of the files that a page needs, built or from the development server. */
export type Assets = {
  scripts: string[];
  styles: string[];
  preloads: { href: string; as: string; type: string }[];
};

export type PageRequest = {
  /** Path and query of the request. */
  url: string;
  site: Site;
  source: PageSource;
  assets: Assets;
  /** Receives errors that the page hides from the visitor; defaults to the runtime's handler. */
  report?: (error: unknown) => void;
  /** Awaited before each CPU-bound step, so that other requests run in between. */
  turn?: () => Promise<void>;
  /** Leaves `html` empty for a missing page, because the caller has cached it. */
  skipNotFound?: boolean;
};

/**
 * Redirects set `location`: status 308 when the page has another path ("/checkout/error/"), 302 for a
 * temporary redirect of this visitor. A `personal` page is always specific to one visitor. Other pages are
 * personal only if they read personal data.
 */
export type RenderedPage = {
  status: number;
  html: string;
  indexable: boolean;
  personal: boolean;
  /** Whether trackers may load on the page. */
  tracked: boolean;
  location?: string;
};

/** Facts of a page for the server; `path` may contain `:id` or `*`. */
export type ServedPage = {
  path: string;
  indexable: boolean;
  shared: boolean;
};
