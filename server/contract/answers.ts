// New fields must be optional, because an open page or an offline copy may be from another build.

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

/** `masked`: this browser may not see the whole order. */
export type PurchaseDetail = {
  checkoutSessionId: string;
  orderNumber: string;
  status: "paid" | "processing";
  /** Time of the payment, or of the order while the payment is pending. */
  purchaseDate: string | null;
  totalAmount: number | null;
  currency: string;
  customerEmail: string | null;
  masked: boolean;
  canCorrectAddress: boolean;
  /** Null when masked; `failed` after an unknown mailbox, a day of failures, or revoked files. */
  mail: MailOutcome | null;
  firstView: boolean;
  products: PurchasedItem[];
  /** Orders of this browser on the same day that were paid separately. */
  otherOrders: OtherOrder[];
};

export type MailOutcome = "waiting" | "sent" | "failed";

export type OtherOrder = { sessionId: string; orderNumber: string; names: string[] };

export type OwnershipQuestion = {
  originalId: number;
  otherIds: number[];
  sessionId: string | undefined;
};

/** Purchases of a visitor, as far as the offers after a purchase need them. */
export type Ownership = {
  /**
   * `recognised`: false when known only by the session id, so a new checkout would charge again.
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
  /** End of a subscription's paid period. */
  accessUntil: string | null;
  /** A cancelled subscription until its period ends. */
  endsAtPeriodEnd: boolean;
  /** The last payment of a subscription failed; it can still be paid. */
  paymentFailed: boolean;
  /** Until a delayed payment is confirmed; the files are delivered then. */
  paymentPending: boolean;
  /** Revoked, such as after a refund: listed without files. */
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
