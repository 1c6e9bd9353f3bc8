import type { EventSubject, Tax } from "../../db/enums.ts";
import type { BillingPeriod, ProductType } from "../contract/answers.ts";
import type { PaymentsExam } from "./health.ts";
import type { Promotions } from "./promotions.ts";

type ProductLine = {
  productId: number;
  name: string;
  price: number;
  currency: string;
  type: ProductType;
  billingPeriod: BillingPeriod | null;
};

/** A line of a new checkout. */
export type CheckoutLine = ProductLine & {
  description: string | null;
  pictureUrl: string | null;
  /** The product at the provider; null unless discount codes are limited to it. */
  providerProductId: string | null;
};

/** A line of a checkout at the provider. */
export type PricedLine = ProductLine & {
  /** After the discount, with tax. */
  total: number;
  /** Part of `total`. */
  tax: number;
  /** Rate of the tax in millionths, all authorities together; null without tax. */
  taxRate: number | null;
};

export type NewCheckout = {
  orderNumber: string;
  /** Stored in the session, because several shops may share one provider account. */
  shopId: string;
  /** Requests with the same key and content return the same session. */
  idempotencyKey: string;
  lines: CheckoutLine[];
  successUrl: string;
  cancelUrl: string;
  /** Not sent with a `customerId`, who has an email. */
  customerEmail: string | null;
  /** The provider's customer whose saved cards the page shows; null for a new customer. */
  customerId: string | null;
  /** Whether a card that pays is saved for a later checkout. Subscriptions never save it. */
  savesCard: boolean;
  expiresAt: Date;
  /** Whether the provider calculates tax, and whether the prices include it. */
  tax: Tax;
  /** Whether the provider makes an invoice. Subscriptions always have invoices. */
  invoice: boolean;
  /** Languages of the payment page, BCP 47 tags by preference. */
  languages: string[];
  /** Text beside the pay button, with Markdown links. */
  notice: string;
  /** Text of the terms that the buyer must accept, with Markdown links; null asks for no consent. */
  terms: string | null;
  /** Whether to ask for consent to a reminder, and to make a link to the session if it expires. */
  recovery: boolean;
  /** Name on the buyer's bank statement, after the name of the provider's account. */
  brand: string;
  /** Discount code that is applied; null without one. */
  promotionCodeId: string | null;
  /** Whether the payment page has a field for codes. Ignored with a `promotionCodeId`. */
  acceptsCodes: boolean;
};

export type Checkout = {
  id: string;
  status: "open" | "complete" | "expired";
  /** `unpaid` in a complete session means pending; `free` means that the total was zero. */
  payment: "paid" | "unpaid" | "failed" | "free";
  amountTotal: number;
  /** Total of the line items, before discounts and taxes. */
  linesTotal: number;
  /** Discounts applied by the provider. */
  discount: number;
  /** Code of the discount; null without one. */
  discountCode: string | null;
  tax: number;
  /** Part of `tax` that is not included in the prices. */
  addedTax: number;
  currency: string;
  email: string | null;
  name: string | null;
  /** Billing country, ISO 3166-1 alpha-2. */
  country: string | null;
  /** VAT number or similar of the buyer. */
  taxId: string | null;
  invoice: { number: string; url: string } | null;
  /** Whether the provider makes an invoice but has not done so yet. */
  awaitsInvoice: boolean;
  /** Whether the buyer accepted the terms, and whether to reminders. */
  termsAccepted: boolean;
  promotionsConsent: boolean;
  /** Link that opens an expired session again; null without one. */
  recoveryUrl: string | null;
  /** Id of the expired session that this one continues. */
  recoveredFrom: string | null;
  /** Shop that created the session, from its metadata; null without one. */
  shopId: string | null;
  /** Order number from the session's metadata; null if missing. */
  orderNumber: string | null;
  lines: PricedLine[];
  paymentIntentId: string | null;
  /** Customer that this payment saves its card for; null if it saves no card. */
  customerId: string | null;
  subscription: Subscription | null;
};

/** Fields of a listed session that decide whether it must be fetched. */
export type ListedCheckout = Pick<Checkout, "id" | "status" | "payment">;

export type PaymentEvent = {
  id: string;
  type: string;
  createdAt: Date;
  about: EventSubject;
  /** Id of the session, payment or subscription that the event is about; null without one. */
  objectId: string | null;
  payload: string;
};

export type TimeRange = { from: Date; to?: Date };

/** Entries of a list, newest first. `next` is the cursor of the next page, or null. */
export type Page<Entry> = { entries: Entry[]; next: string | null };

export type Reversals = {
  /** Refunds that succeeded or are pending. */
  refunds: (RefundId & { amount: number; productId: number | null })[];
  failedRefunds: (RefundId & { reason: string | null })[];
  disputes: Dispute[];
};

/** Provider id and idempotency key of a refund; the key is null for refunds made elsewhere. */
type RefundId = { id: string; key: string | null };

export type Dispute = {
  state: "open" | "won" | "lost";
  dueBy: Date | null;
};

export type NewRefund = {
  paymentIntentId: string;
  /** In the smallest unit of the payment's currency. */
  amount: number;
  /** Product of the refunded item; null for a partial refund of the order. */
  productId: number | null;
  /** Also stored in the refund's metadata, because the provider forgets idempotency keys. */
  idempotencyKey: string;
};

export type Subscription = {
  id: string;
  status: string;
  paidUntil: Date;
  endsAtPeriodEnd: boolean;
  /** Payment of the current period; null in the first period, which the order paid. */
  renewal: Renewal | null;
};

export type Renewal = {
  paymentIntentId: string;
  amount: number;
  /** Part of `amount`; null if the provider does not know it. */
  tax: number | null;
  paidAt: Date;
  periodStart: Date;
};

/** Start of `CallRefused.param` when the account may not ask buyers for a consent. */
export const CONSENT_PARAM = "consent_collection";

/** Payment provider. Calls throw AppError `payment_provider`; `undefined` means an unknown id. */
export type Payments = Promotions & {
  /** Creates a session. A refusal has CallRefused as cause, so that the caller can ask for less. */
  createCheckout: (checkout: NewCheckout) => Promise<{ id: string; url: string }>;
  /** Expires an open session, so that it cannot be paid. */
  expireCheckout: (sessionId: string) => Promise<void>;
  findCheckout: (sessionId: string) => Promise<Checkout | undefined>;
  /** Lists up to 100 sessions created in a time range. */
  listCheckouts: (range: TimeRange, after: string | null) => Promise<Page<ListedCheckout>>;
  findSessionOf: (
    of: { paymentIntentId: string } | { subscriptionId: string },
  ) => Promise<string | undefined>;
  findReversals: (paymentIntentId: string) => Promise<Reversals>;
  /**
   * Refunds money. `refusal` explains a permanent refusal to the owner; null after success.
   * Throws AppError `payment_provider` when the result is unknown; the refund may exist.
   */
  createRefund: (refund: NewRefund) => Promise<{ refusal: string | null }>;
  findSubscription: (subscriptionId: string) => Promise<Subscription | undefined>;
  /** Creates a page where the buyer manages the subscription. */
  createPortal: (portal: { subscriptionId: string; returnUrl: string }) => Promise<{ url: string }>;
  /** Lists up to 100 events. The provider keeps events for 30 days. */
  listEvents: (range: TimeRange, after: string | null) => Promise<Page<PaymentEvent>>;
  /** Parses a signed webhook. Throws AppError `malformed`; RefusedEvent is its cause. */
  readEvent: (rawBody: string, signature: string) => Promise<PaymentEvent>;
  /** Reads the provider's clock, to the second, without the API key. Rejects without a response. */
  readClock: () => Promise<Date>;
  /** Tests each permission that the shop's key needs. Never rejects. */
  examine: (webhookUrl: string) => Promise<PaymentsExam>;
};
