// Response bodies of the public API (api.md). A field that is added later must be optional: an open page
// or an offline copy may be of another build.

import type { Reason } from "./reasons.ts";

export type ProductType = "digital" | "subscription";
export type BillingPeriod = "month" | "year";
export type Paper = "a4" | "letter";

/** A product on sale. Money is integer cents. */
export type Product = {
  id: number;
  name: string;
  description: string;
  price: number;
  currency: string;
  /** Null when the owner shows none; left out when none was ever given. */
  listPrice?: number | null;
  images: string[];
  type: ProductType;
  billingPeriod: BillingPeriod | null;
  features: string[];
  badge: string | null;
  position: number;
};

/** A file the buyer may open. `url` works without signing in until its token expires. */
export type PurchasedFile = {
  id: number;
  title: string;
  paper: Paper | null;
  pages: number;
  bytes: number;
  sha256: string;
  url: string;
};

export type PurchasedItem = {
  id: number;
  name: string;
  productName: string;
  price: number | null;
  quantity: number;
  type: ProductType | "";
  billingPeriod: BillingPeriod | null;
  downloadUrl: string | null;
  fileUrl: string | null;
  files: PurchasedFile[];
};

/**
 * What the success page shows. `masked` is true when this browser may not see the order in full:
 * the email is masked and no link is given.
 */
export type PurchaseDetail = {
  checkoutSessionId: string;
  orderNumber: string;
  status: "paid" | "processing";
  /** When it was paid, or ordered while the payment is under way; ISO 8601 UTC. */
  purchaseDate: string | null;
  totalAmount: number | null;
  currency: string;
  customerEmail: string | null;
  masked: boolean;
  /** True while this browser may still correct the email that the files go to. */
  canCorrectAddress: boolean;
  /**
   * What became of the newest mail to this email: still on its way, taken by its mail server, or
   * given up: there is no such mailbox, no server took it for a day, or its files were withdrawn.
   * Null when masked.
   */
  mail: MailOutcome | null;
  firstView: boolean;
  products: PurchasedItem[];
  /** What this browser ordered besides, in a payment of its own of the same day; its own alone. */
  otherOrders: OtherOrder[];
};

export type MailOutcome = "waiting" | "sent" | "failed";

/** An order paid, or about to be, that leads to a page of its own. */
export type OtherOrder = { sessionId: string; orderNumber: string; names: string[] };

export type OwnershipQuestion = {
  /** The product whose purchase led here. */
  originalId: number;
  otherIds: number[];
  /** The checkout session that the provider brought the buyer back with. */
  sessionId: string | undefined;
};

/** What a visitor has bought already, as far as the offers after a purchase must know. */
export type Ownership = {
  /**
   * The order that holds the original product, paid or with its payment under way. `recognised` is
   * false when only the session's id speaks for it: a checkout of this browser would charge it again.
   */
  order: {
    sessionId: string;
    orderNumber: string;
    status: "paid" | "processing";
    recognised: boolean;
    /** Where its files go; null for a viewer who is not recognised. */
    email: string | null;
    /** Whether that email looks mistyped. */
    mistyped: boolean;
  } | null;
  /** Of the products asked about those held, or under way, with the session of the order of each. */
  owned: { productId: number; sessionId: string }[];
};

/** A bought product as the account lists it. Times are ISO 8601 UTC. */
export type PurchasedProduct = {
  id: number;
  orderNumber: string;
  productName: string;
  purchaseDate: string | null;
  price: number | null;
  currency: string;
  billingType: "one_time" | "subscription";
  type: ProductType | "";
  billingPeriod: BillingPeriod | null;
  /** The end of a subscription's paid period; null for what was bought for good. */
  accessUntil: string | null;
  /** True for a subscription that was cancelled, but for the rest of its period. */
  endsAtPeriodEnd: boolean;
  /** True for a subscription whose last payment failed; it may still be made up for. */
  paymentFailed: boolean;
  /** True while the bank has not confirmed the payment: its files come after that. */
  paymentPending: boolean;
  /** True when the money went back: the purchase stays listed, its files do not. */
  withdrawn: boolean;
  fileUrl: string | null;
  downloadUrl: string | null;
  files: PurchasedFile[];
};

export type ApiErrorBody = {
  message: string;
  error: string;
  code: string;
  /** A finer word than `code`. */
  reason: Reason;
  requestId: string;
  errors?: Record<string, string[]>;
};
