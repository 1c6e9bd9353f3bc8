// New fields must be optional, because an open page or an offline copy may be from another build.

import type { Licence } from "./licences.ts";
import type { Reason } from "./reasons.ts";
import type { Paper } from "./site.ts";

export type ProductType = "digital" | "subscription";
export type BillingPeriod = "month" | "year";
/** A product on sale. Money is integer cents. */
export type Product = {
  id: number;
  name: string;
  /** Last part of the path of its page. */
  slug?: string;
  /** Introduction of the description, as plain text. */
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
  licence?: Licence;
  /** Whether the landing page lists it; true if absent. */
  onLanding?: boolean;
  /** Path of a PDF that every visitor may open. */
  sampleUrl?: string | null;
};

/** A file that the buyer may open. `url` works without signing in until its token expires. */
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
  licence?: Licence;
  downloadUrl: string | null;
  fileUrl: string | null;
  files: PurchasedFile[];
  /** Start of the access while the files wait for the end of the withdrawal period. */
  accessFrom?: string | null;
  /** Set when the buyer withdrew from the order before its files were delivered. */
  isWithheld?: boolean;
};

/** Purchase by session id. `masked`: this browser may see only part of the order. */
export type PurchaseDetail = {
  checkoutSessionId: string;
  orderNumber: string;
  status: "paid" | "processing";
  /** Time of the payment, or of the order while the payment is pending. */
  purchaseDate: string | null;
  totalAmount: number | null;
  /** Part of the total. */
  taxAmount?: number;
  discountAmount?: number;
  currency: string;
  customerEmail: string | null;
  masked: boolean;
  canCorrectAddress: boolean;
  /** Whether the buyer wants mails about corrected files; missing for other viewers. */
  news?: boolean;
  /** Set on a gift, which is `masked` except for its recipient; `hasReceipt` for its giver. */
  gift?: { hasReceipt: boolean };
  /** Whether the buyer wants to be asked for a review; missing where no review is asked for. */
  reviews?: boolean;
  /** Null when masked. `failed`: no such mailbox, a day of failed attempts, or revoked files. */
  mail: MailOutcome | null;
  firstView: boolean;
  products: PurchasedItem[];
  /** Orders of this browser that were paid separately on the same day. */
  otherOrders: OtherOrder[];
  more?: MoreProduct[];
};

export type MailOutcome = "waiting" | "sent" | "failed";

export type OtherOrder = { sessionId: string; orderNumber: string; names: string[] };

export type OwnershipQuestion = {
  originalId: number;
  otherIds: number[];
  sessionId: string | undefined;
};

/** A visitor's purchases, as needed by the post-purchase offers. */
export type Ownership = {
  /**
   * `recognised`: false if only the session id identifies the order; a checkout would charge again.
   */
  order: {
    sessionId: string;
    orderNumber: string;
    status: "paid" | "processing";
    recognised: boolean;
    /** Recipient of the files; null when the visitor is not recognised. */
    email: string | null;
    mistyped: boolean;
    /** Start of the access while the files wait for the end of the withdrawal period. */
    accessFrom?: string | null;
  } | null;
  /** Requested products that are owned or pending, with the session id of their order. */
  owned: { productId: number; sessionId: string }[];
  /**
   * Reduced prices of requested products for this visitor, in cents by product id: after the credit
   * for an earlier purchase and a discount code in percent. Codes with a fixed amount are not
   * included, because they apply to the whole order.
   */
  prices?: Record<number, number>;
};

export type PurchasedProduct = {
  id: number;
  orderNumber: string;
  productName: string;
  purchaseDate: string | null;
  price: number | null;
  /** Amount of an earlier purchase that was subtracted from the price of an upgrade. */
  credit?: { amount: number; orderNumber: string };
  currency: string;
  billingType: "one_time" | "subscription";
  type: ProductType | "";
  billingPeriod: BillingPeriod | null;
  licence?: Licence;
  /** End of a subscription's paid period. */
  accessUntil: string | null;
  /** Whether the subscription is cancelled but active until its period ends. */
  endsAtPeriodEnd: boolean;
  /** Whether the subscription's last payment failed; it can still be paid. */
  paymentFailed: boolean;
  /** Whether a delayed payment is unconfirmed; the files are delivered once it is confirmed. */
  paymentPending: boolean;
  /** Start of the access while the files wait for the end of the withdrawal period. */
  accessFrom?: string | null;
  /** Set when the buyer withdrew from the order before its files were delivered. */
  isWithheld?: boolean;
  /** Set on a gift from somebody else, which has no price and no receipt here. */
  isGift?: true;
  /** Whether access was revoked, for example after a refund; listed without files. */
  revoked: boolean;
  fileUrl: string | null;
  /** A ZIP of the files in the chosen paper size, or of all files. */
  downloadUrl: string | null;
  /** The files in the paper size that the buyer has not chosen. */
  otherSize?: { paper: Paper; url: string };
  files: PurchasedFile[];
};

/** A line of a receipt; `price` is the price before the credit. */
type ReceiptItem = {
  id: number;
  name: string;
  licence: Licence;
  billingPeriod: BillingPeriod | null;
  price: number;
  credit: number;
};

/** The tax of all items with this rate; `net` is their amount without it. */
export type TaxRate = { percent: number; net: number; amount: number };

/** A paid order. total = subtotal - discount + other + tax, unless the tax is included. */
export type Receipt = {
  orderNumber: string;
  paidAt: string;
  /** `country` is a name in English, `taxId` a VAT number. */
  buyer: Record<"name" | "email" | "country" | "taxId", string | null>;
  currency: string;
  items: ReceiptItem[];
  subtotal: number;
  discount: number;
  discountCode: string | null;
  /** `rates` is empty in an order from before rates were stored. */
  tax: { amount: number; isIncluded: boolean; rates: TaxRate[] } | null;
  other: number;
  total: number;
  refunded: number;
  /** Only in an order of another shop: its name, or null if it is unknown. */
  shop?: string | null;
  /** The payment provider's invoice. */
  invoice: { number: string | null; url: string } | null;
};

export type MailTopic = "news" | "reminders" | "reviews";

/** Optional mails that a link stops. */
export type MailStop = { email: string; topic: MailTopic; isStopped: boolean };

/** A product on sale that the visitor does not own. */
export type MoreProduct = Pick<
  Product,
  "id" | "name" | "description" | "price" | "currency" | "images" | "billingPeriod" | "licence"
> & {
  /** Price after the credit for the owned product `from`; null without one. */
  upgrade: { price: number; from: string } | null;
};

export type ApiErrorBody = {
  message: string;
  error: string;
  code: string;
  /** Machine-readable cause, more specific than `code`. */
  reason: Reason;
  requestId: string;
  errors?: Record<string, string[]>;
};
