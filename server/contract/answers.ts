// Response bodies of the public API (api.md). New fields must be optional, because an open page or an offline
// copy may be from another build.

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
  /** Null or undefined when the product has no list price. */
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
 * Purchase on the success page. `masked` is true when this browser may not see the whole order: the email is
 * masked and links are missing.
 */
export type PurchaseDetail = {
  checkoutSessionId: string;
  orderNumber: string;
  status: "paid" | "processing";
  /** Time of the payment, or of the order while the payment is pending; ISO 8601 UTC. */
  purchaseDate: string | null;
  totalAmount: number | null;
  currency: string;
  customerEmail: string | null;
  masked: boolean;
  /** Whether this browser may still correct the order's email. */
  canCorrectAddress: boolean;
  /**
   * State of the newest mail to this email: pending, sent, or given up (unknown mailbox, failed for a day, or
   * revoked files). Null when masked.
   */
  mail: MailOutcome | null;
  firstView: boolean;
  products: PurchasedItem[];
  /** Orders of this browser on the same day that were paid separately. */
  otherOrders: OtherOrder[];
};

export type MailOutcome = "waiting" | "sent" | "failed";

/** A paid or pending order with its own success page. */
export type OtherOrder = { sessionId: string; orderNumber: string; names: string[] };

export type OwnershipQuestion = {
  /** The product whose purchase led to the offer. */
  originalId: number;
  otherIds: number[];
  /** The checkout session in the provider's return URL. */
  sessionId: string | undefined;
};

/** Purchases of a visitor, as far as the offers after a purchase need them. */
export type Ownership = {
  /**
   * The paid or pending order of the original product. `recognised` is false when the visitor is known only
   * by the session id; a new checkout of this browser would charge again.
   */
  order: {
    sessionId: string;
    orderNumber: string;
    status: "paid" | "processing";
    recognised: boolean;
    /** Recipient of the files; null when the visitor is not recognised. */
    email: string | null;
    mistyped: boolean;
  } | null;
  /** Requested products that are owned or pending, with the session of their order. */
  owned: { productId: number; sessionId: string }[];
};

/** A bought product in the account. Times are ISO 8601 UTC. */
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
  /** End of a subscription's paid period; null for one-time purchases. */
  accessUntil: string | null;
  /** True for a cancelled subscription until its period ends. */
  endsAtPeriodEnd: boolean;
  /** True for a subscription whose last payment failed; it can still be paid. */
  paymentFailed: boolean;
  /** True until a delayed payment is confirmed; the files are delivered then. */
  paymentPending: boolean;
  /** True for a revoked item, such as after a refund: it is listed without files. */
  withdrawn: boolean;
  fileUrl: string | null;
  downloadUrl: string | null;
  files: PurchasedFile[];
};

export type ApiErrorBody = {
  message: string;
  error: string;
  code: string;
  /** More specific than `code`. */
  reason: Reason;
  requestId: string;
  errors?: Record<string, string[]>;
};
