import type { Stripe } from "stripe";
import type { ParamReader, Params } from "./params.ts";

/** A Stripe object as it is stored: the named references hold ids, never expanded objects. */
type WithIds<T, K extends keyof T> = Omit<T, K> & { [P in K]: Extract<T[P], string | null> };

/** Decimals travel as strings; the SDK turns them into its own class on arrival. */
type WithDecimalText<T, K extends keyof T> = Omit<T, K> & { [P in K]: string | null };

export type Product = WithIds<Stripe.Product, "tax_code">;
export type Price = WithDecimalText<WithIds<Stripe.Price, "product">, "unit_amount_decimal">;
export type LineItem = Omit<Stripe.LineItem, "price"> & { price: Price };
export type Session = WithIds<
  Stripe.Checkout.Session,
  "customer" | "invoice" | "payment_intent" | "subscription"
>;
export type PaymentIntent = WithIds<Stripe.PaymentIntent, "customer" | "latest_charge">;
export type Charge = WithIds<Stripe.Charge, "customer" | "payment_intent">;
export type Refund = WithIds<Stripe.Refund, "charge" | "customer" | "payment_intent">;
export type Dispute = WithIds<Stripe.Dispute, "charge" | "payment_intent">;
export type SubscriptionItem = Omit<Stripe.SubscriptionItem, "plan" | "price"> & {
  plan: WithDecimalText<WithIds<Stripe.Plan, "product">, "amount_decimal">;
  price: Price;
};
export type Subscription = Omit<
  WithIds<Stripe.Subscription, "customer" | "latest_invoice">,
  "items"
> & { items: ListObject<SubscriptionItem> };
export type InvoiceLine = Omit<Stripe.InvoiceLineItem, "pricing" | "quantity_decimal"> & {
  pricing: WithDecimalText<Stripe.InvoiceLineItem.Pricing, "unit_amount_decimal">;
  quantity_decimal: string | null;
};
export type Invoice = Omit<WithIds<Stripe.Invoice, "customer">, "lines"> & {
  lines: ListObject<InvoiceLine>;
};
export type InvoicePayment = WithIds<Stripe.InvoicePayment, "invoice">;
export type PortalSession = WithIds<Stripe.BillingPortal.Session, "configuration">;

/** A customer of a subscription: other objects name it, and it is never answered itself. */
export type Customer = {
  id: string;
  email: string;
  name: string | null;
  invoice_prefix: string;
  next_invoice_sequence: number;
};

/** One page of a list, newest first. */
export type ListObject<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

/** Every event the simulator sends, with the object it carries. */
export type EventObjects = {
  "charge.dispute.closed": Dispute;
  "charge.dispute.created": Dispute;
  "charge.refunded": Charge;
  "charge.succeeded": Charge;
  "checkout.session.async_payment_failed": Session;
  "checkout.session.async_payment_succeeded": Session;
  "checkout.session.completed": Session;
  "checkout.session.expired": Session;
  "customer.subscription.created": Subscription;
  "customer.subscription.deleted": Subscription;
  "customer.subscription.updated": Subscription;
  "invoice.paid": Invoice;
  "invoice.payment_failed": Invoice;
  "payment_intent.succeeded": PaymentIntent;
  "refund.created": Refund;
};
export type EventType = Extract<keyof EventObjects, Stripe.Event["type"]>;

export type Event = {
  id: string;
  object: "event";
  api_version: Stripe.LatestApiVersion;
  created: number;
  data: {
    object: EventObjects[EventType];
    previous_attributes?: { [field: string]: unknown };
  };
  livemode: false;
  pending_webhooks: number;
  request: RequestCause;
  type: EventType;
};

/** The API request behind an event; both null when a buyer or the clock caused it. */
export type RequestCause = { id: string | null; idempotency_key: string | null };

/** What the API does not show of a session: its lines and what to write on the payment. */
export type SessionPlan = {
  id: string;
  lines: LineItem[];
  paymentMetadata: Stripe.Metadata;
  subscriptionMetadata: Stripe.Metadata;
};

/** A delayed payment on its way: when the bank is due to answer, and how. */
export type Settlement = {
  id: string;
  dueAt: number;
  result: SettlementResult;
  done: boolean;
};
export type SettlementResult = "succeeded" | "failed";

/** The first answer given under an idempotency key (Stripe forgets it after a day). */
export type StoredAnswer = {
  id: string;
  createdAt: number;
  endpoint: string;
  fingerprint: string;
  requestId: string;
  status: number;
  body: string;
};

/** Everything the simulator keeps, by kind; each record has an `id`. */
export type Records = {
  "billing_portal.session": PortalSession;
  "checkout.session": Session;
  charge: Charge;
  customer: Customer;
  dispute: Dispute;
  event: Event;
  idempotency: StoredAnswer;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  payment_intent: PaymentIntent;
  product: Product;
  refund: Refund;
  session_plan: SessionPlan;
  settlement: Settlement;
  subscription: Subscription;
};
export type Kind = keyof Records;

/** Where the simulator keeps its objects. Records are replaced, never changed in place. */
export type SimulatorStore = {
  find<K extends Kind>(kind: K, id: string): Records[K] | undefined;
  put<K extends Kind>(kind: K, record: Records[K]): void;
  /** Oldest first. */
  list<K extends Kind>(kind: K): Records[K][];
};

/** What every flow works with. */
export type Context = {
  store: SimulatorStore;
  siteUrl: string;
  /** Unix seconds. */
  now: () => number;
  /** How long a delayed payment is on its way. */
  settlementSeconds: number;
  /** Asks the clock to look again at a time (Unix seconds). */
  remind: (at: number) => void;
  /** Records an event and hands it to the webhook queue. */
  emit: <T extends EventType>(
    type: T,
    object: EventObjects[T],
    previous?: Partial<EventObjects[T]>,
  ) => void;
};

/** A request as it came in. */
export type ApiRequest = {
  id: string;
  method: string;
  path: string;
  idempotencyKey: string | null;
  params: Params;
};

/** What a handler gets; it returns the object to answer with or throws an `ApiError`. */
export type ApiCall = {
  reader: ParamReader;
  context: Context;
  /** The `:id` of the path, empty when it has none. */
  id: string;
};
export type Route = { method: "GET" | "POST"; path: string; handler: (call: ApiCall) => object };
