import type { Stripe } from "stripe";

// The fields of Stripe's objects that the store reads. References to objects are ids.

type Base<T, K extends keyof T> = Pick<T, K> & { id: string };

export type Product = Base<
  Stripe.Product,
  "object" | "active" | "created" | "name" | "metadata"
> & {
  description: string | null;
  images: string[];
};
export type Price = Base<Stripe.Price, "object" | "currency" | "unit_amount"> & {
  product: string;
  recurring: { interval: "month" | "year" } | null;
  tax_behavior: "exclusive" | "inclusive" | "unspecified";
};
export type LineItem = Base<
  Stripe.LineItem,
  | "object"
  | "amount_discount"
  | "amount_subtotal"
  | "amount_tax"
  | "amount_total"
  | "currency"
  | "description"
  | "quantity"
> & {
  price: Price;
  /** In responses only when expanded. */
  taxes?: (Pick<Stripe.LineItem.Tax, "amount" | "taxable_amount"> & {
    rate: Pick<Stripe.TaxRate, "object" | "percentage">;
  })[];
};
export type CustomerDetails = Pick<
  Stripe.Checkout.Session.CustomerDetails,
  "email" | "name" | "tax_ids"
> & { address: Pick<Stripe.Address, "country"> | null };
export type Session = Base<
  Stripe.Checkout.Session,
  | "object"
  | "after_expiration"
  | "allow_promotion_codes"
  | "amount_subtotal"
  | "amount_total"
  | "automatic_tax"
  | "billing_address_collection"
  | "cancel_url"
  | "consent"
  | "consent_collection"
  | "created"
  | "currency"
  | "custom_text"
  | "customer_email"
  | "expires_at"
  | "livemode"
  | "locale"
  | "metadata"
  | "mode"
  | "payment_status"
  | "recovered_from"
  | "status"
  | "success_url"
  | "tax_id_collection"
  | "total_details"
  | "url"
> & {
  customer: string | null;
  customer_details: CustomerDetails | null;
  discounts: { coupon: string; promotion_code: string }[] | null;
  invoice_creation: { enabled: boolean };
  invoice: string | null;
  payment_intent: string | null;
  subscription: string | null;
};
export type Coupon = Base<
  Stripe.Coupon,
  | "object"
  | "amount_off"
  | "created"
  | "currency"
  | "duration"
  | "duration_in_months"
  | "livemode"
  | "max_redemptions"
  | "metadata"
  | "name"
  | "percent_off"
  | "redeem_by"
  | "times_redeemed"
  | "valid"
>;
/** Products that a coupon is limited to, which responses contain only when expanded. */
export type CouponProducts = { id: string; products: string[] };
export type PromotionCode = Base<
  Stripe.PromotionCode,
  | "object"
  | "active"
  | "code"
  | "created"
  | "expires_at"
  | "livemode"
  | "max_redemptions"
  | "metadata"
  | "restrictions"
  | "times_redeemed"
> & { customer: null; customer_account: null; promotion: { coupon: string; type: "coupon" } };
export type PaymentIntent = Base<
  Stripe.PaymentIntent,
  "object" | "amount" | "created" | "currency" | "status"
> & { latest_charge: string };
export type Charge = Base<
  Stripe.Charge,
  | "object"
  | "amount"
  | "amount_refunded"
  | "created"
  | "currency"
  | "disputed"
  | "paid"
  | "refunded"
  | "status"
> & { payment_intent: string };
export type Refund = Base<
  Stripe.Refund,
  "object" | "amount" | "created" | "currency" | "metadata" | "status"
> & { charge: string; payment_intent: string; failure_reason?: string };
export type Dispute = Base<
  Stripe.Dispute,
  "object" | "amount" | "created" | "currency" | "evidence_details" | "reason" | "status"
> & { charge: string; payment_intent: string };
export type SubscriptionItem = Base<
  Stripe.SubscriptionItem,
  "object" | "current_period_end" | "current_period_start"
> & { price: Price };
export type Subscription = Base<
  Stripe.Subscription,
  | "object"
  | "cancel_at"
  | "cancel_at_period_end"
  | "canceled_at"
  | "created"
  | "currency"
  | "ended_at"
  | "status"
> & {
  customer: string;
  items: { object: "list"; data: SubscriptionItem[] };
  latest_invoice: string | null;
};
export type Invoice = Base<
  Stripe.Invoice,
  | "object"
  | "amount_paid"
  | "billing_reason"
  | "created"
  | "currency"
  | "hosted_invoice_url"
  | "invoice_pdf"
  | "number"
  | "status_transitions"
  | "total"
> & {
  customer: string;
  /** Null for the invoice of a one-time payment. */
  parent: { subscription_details: { subscription: string } } | null;
  status: "open" | "paid";
};
export type InvoicePayment = Base<Stripe.InvoicePayment, "object" | "created"> & {
  invoice: string;
  payment: { type: "payment_intent"; payment_intent: string };
  status: "open" | "paid";
};
export type PortalSession = Base<
  Stripe.BillingPortal.Session,
  "object" | "created" | "return_url" | "url"
> & { customer: string };

/** One page of a list, newest first. */
export type ListObject<T> = { object: "list"; data: T[]; has_more: boolean };

export type EventType = Stripe.Event["type"];
export type Event = Base<
  Stripe.Event,
  "object" | "created" | "livemode" | "pending_webhooks" | "type"
> & {
  data: { object: { id: string } };
};

/** Line items of a session, which responses contain only when expanded. */
export type SessionPlan = { id: string; lines: LineItem[] };

/** Result of a delayed payment, applied at `dueAt` (Unix seconds). */
export type Settlement = { id: string; dueAt: number; result: SettlementResult; done: boolean };
export type SettlementResult = "succeeded" | "failed";

/** Response stored for an idempotency key. Like Stripe's, it expires after a day. */
export type StoredResponse = { id: string; createdAt: number; fingerprint: string; body: string };

export type Records = {
  "billing_portal.session": PortalSession;
  "checkout.session": Session;
  charge: Charge;
  coupon: Coupon;
  coupon_products: CouponProducts;
  dispute: Dispute;
  event: Event;
  idempotency: StoredResponse;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  payment_intent: PaymentIntent;
  product: Product;
  promotion_code: PromotionCode;
  refund: Refund;
  session_plan: SessionPlan;
  settlement: Settlement;
  subscription: Subscription;
};
export type Kind = keyof Records;

/** Storage of the simulator. Records are replaced, never changed in place. */
export type SimulatorStore = {
  find<K extends Kind>(kind: K, id: string): Records[K] | undefined;
  put<K extends Kind>(kind: K, record: Records[K]): void;
  /** Oldest first. */
  list<K extends Kind>(kind: K): Records[K][];
};

export type Context = {
  store: SimulatorStore;
  siteUrl: string;
  webhookUrl: string;
  /** Unix seconds. */
  now: () => number;
  settlementSeconds: number;
  /** Records an event and queues its webhook. */
  emit: (type: EventType, object: { id: string }) => void;
};
