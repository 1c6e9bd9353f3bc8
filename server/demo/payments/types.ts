import type { Stripe } from "stripe";

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
export type Plan = WithDecimalText<WithIds<Stripe.Plan, "product">, "amount_decimal">;
export type SubscriptionItem = Omit<Stripe.SubscriptionItem, "plan" | "price"> & {
  plan: Plan;
  price: Price;
};
export type Subscription = Omit<
  WithIds<Stripe.Subscription, "customer" | "latest_invoice">,
  "items"
> & { items: ListObject<SubscriptionItem> };
export type Invoice = Omit<WithIds<Stripe.Invoice, "customer">, "lines"> & {
  lines: ListObject<never>;
};
export type InvoicePayment = WithIds<Stripe.InvoicePayment, "invoice">;
export type WebhookEndpoint = Stripe.WebhookEndpoint;
export type PortalSession = WithIds<Stripe.BillingPortal.Session, "configuration">;

/** One page of a list, newest first. */
export type ListObject<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

export type EventType = Stripe.Event["type"];
export type Event = {
  id: string;
  object: "event";
  api_version: Stripe.LatestApiVersion;
  created: number;
  data: { object: { id: string } };
  livemode: false;
  pending_webhooks: number;
  request: RequestCause;
  type: EventType;
};

/** The API request behind an event; both null when a buyer or the clock caused it. */
export type RequestCause = { id: string | null; idempotency_key: string | null };

/** The objects that the API answers with, by kind. */
export type ApiObjects = {
  "billing_portal.session": PortalSession;
  "checkout.session": Session;
  charge: Charge;
  dispute: Dispute;
  event: Event;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  item: LineItem;
  payment_intent: PaymentIntent;
  plan: Plan;
  price: Price;
  product: Product;
  refund: Refund;
  subscription: Subscription;
  subscription_item: SubscriptionItem;
  webhook_endpoint: WebhookEndpoint;
};

/** A customer of a subscription: other objects name it, and it is never answered itself. */
export type Customer = { id: string; email: string; name: string | null };

/** What the API does not show of a session: its lines and what to write on what is paid. */
export type SessionPlan = { id: string; lines: LineItem[]; metadata: Stripe.Metadata };

/** A delayed payment on its way: when the bank is due to answer, and how. */
export type Settlement = { id: string; dueAt: number; result: SettlementResult; done: boolean };
export type SettlementResult = "succeeded" | "failed";

/** The first answer given under an idempotency key (Stripe forgets it after a day). */
export type StoredAnswer = {
  id: string;
  createdAt: number;
  fingerprint: string;
  requestId: string;
  body: string;
};

/** Everything the simulator keeps, by kind; each record has an `id`. */
export type Records = ApiObjects & {
  customer: Customer;
  idempotency: StoredAnswer;
  session_plan: SessionPlan;
  settlement: Settlement;
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
  webhookUrl: string;
  /** Unix seconds. */
  now: () => number;
  /** How long a delayed payment is on its way. */
  settlementSeconds: number;
  /** Asks the clock to look again at a time (Unix seconds). */
  remind: (at: number) => void;
  /** Records an event and hands it to the webhook queue. */
  emit: (type: EventType, object: { id: string }) => void;
};
