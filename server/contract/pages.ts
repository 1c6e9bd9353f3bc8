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
 * Everything that pages read: from the database on the server, from the API in the browser; both reject
 * on failure. A new read has one line here, one in `server/http/page-source.ts` and one in
 * `client/lib/api.ts`; its result is sent to the browser with the page.
 */
export type PageSource = {
  listProducts: () => Promise<Product[]>;
  getPurchase: (sessionId: string) => Promise<PurchaseDetail>;
  /** Only the server knows; in the browser a page keeps what it was rendered with. */
  getOwnership: (question: OwnershipQuestion) => Promise<Ownership>;
  /** The contact form to begin with: empty, or as a refused post left it. */
  openContactForm: () => Promise<ContactStart>;
  /** The checkout that a form asked for inside a frame; null when the page came of no such form. */
  findFramedCheckout: () => Promise<CheckoutRequest | null>;
  /** Who is signed in; null without a session. */
  findUser: () => Promise<CurrentUser | null>;
  /** What the signed-in visitor has bought, newest first. */
  listPurchases: () => Promise<PurchasedProduct[]>;
  /** Where the signed-in visitor is signed in. */
  listSessions: () => Promise<SessionInfo[]>;
  /** The sign-in form to begin with: new, or where a posted form has led. */
  openLogin: () => Promise<LoginStart>;
};

/** URLs of the built (or, in development, the served) files that a page needs. */
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
  /** Takes failures that the page hides from the visitor; the runtime's own when left out. */
  report?: (error: unknown) => void;
  /** Awaited before each step that keeps the processor busy, so that others get their turn. */
  turn?: () => Promise<void>;
  /** Leaves `html` empty where nothing was found: the caller has that page already. */
  skipNotFound?: boolean;
};

/**
 * `location` is set, and the status 308, when the page lives at another path ("/checkout/error/");
 * the status is 302 when the page sends this visitor elsewhere for now. A `personal` page is made for
 * one visitor whatever it has read; what else the source told makes any page its visitor's own.
 */
export type RenderedPage = {
  status: number;
  html: string;
  indexable: boolean;
  personal: boolean;
  /** Whether vendors' scripts may be loaded there. */
  tracked: boolean;
  location?: string;
};

/** Facts of a page for the server; `path` may contain `:id` or `*`. */
export type ServedPage = {
  path: string;
  /** Search engines may list the page. */
  indexable: boolean;
  /** The same for all visitors. */
  shared: boolean;
};
