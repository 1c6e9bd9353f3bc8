import type { CurrentUser, SessionInfo } from "../contract/auth.ts";
import type { ContactStart } from "../contract/contact.ts";
import type { LoginStart } from "../contract/login.ts";
import type {
  Ownership,
  OwnershipQuestion,
  Product,
  PurchaseDetail,
  PurchasedProduct,
} from "../contract/store.ts";
import type { Site } from "../contract/site.ts";
import type { Prepared } from "./http-cache.ts";

/** Addresses of the browser's files that a page needs. */
export type Assets = {
  scripts: string[];
  styles: string[];
  preloads: { href: string; as: string; type: string }[];
};

/** Where a page's data comes from while it is rendered here. */
export type PageSource = {
  listProducts: () => Promise<Product[]>;
  getPurchase: (sessionId: string) => Promise<PurchaseDetail>;
  getOwnership: (question: OwnershipQuestion) => Promise<Ownership>;
  openContactForm: () => Promise<ContactStart>;
  findUser: () => Promise<CurrentUser | null>;
  listPurchases: () => Promise<PurchasedProduct[]>;
  listSessions: () => Promise<SessionInfo[]>;
  openLogin: () => Promise<LoginStart>;
};

type PageRequest = {
  url: string;
  site: Site;
  source: PageSource;
  assets: Assets;
  report?: (error: unknown) => void;
};
type RenderedPage = {
  status: number;
  html: string;
  indexable: boolean;
  /** True for pages that show somebody's own things: no cache may keep them. */
  personal: boolean;
  /** False for pages that no vendor's script may be on: where people sign in. */
  tracked: boolean;
  location?: string;
};

/** The built client: its renderer, the addresses of its files, and the files themselves. */
export type Web = {
  render: (request: PageRequest) => Promise<RenderedPage>;
  assets: Assets;
  /** By path ("/assets/app-1a2b.js"). */
  statics: ReadonlyMap<string, Prepared>;
};
