import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";

/** A stored field: references are ids, never the objects. */
type Plain<V> = string extends V
  ? Extract<V, string | null | undefined>
  : V extends (infer Item)[]
    ? Plain<Item>[]
    : V extends object
      ? Stored<V>
      : V;
/** An object of the provider as stored. Only the fields that the store, a page or a test reads are set. */
type Stored<T> = { [K in keyof T]: Plain<T[K]> };

export type Product = Stored<Stripe.Product>;
export type Price = Pick<
  Stored<Stripe.Price>,
  "currency" | "product" | "tax_behavior" | "unit_amount"
> & {
  recurring: { interval: "month" | "year" } | null;
};
export type LineItem = Pick<
  Stripe.LineItem,
  "amount_discount" | "amount_subtotal" | "amount_tax" | "amount_total" | "currency" | "description"
> & {
  price: Price;
  taxes?: { amount: number; rate: { percentage: number } }[];
};
export type Session = Stored<Stripe.Checkout.Session>;
export type Customer = Stored<Stripe.Customer>;
export type Coupon = Stored<Stripe.Coupon>;
export type PromotionCode = Stored<Stripe.PromotionCode>;
export type PaymentMethod = Stored<Stripe.PaymentMethod>;
export type PaymentIntent = Stored<Stripe.PaymentIntent>;
export type Charge = Stored<Stripe.Charge>;
export type Refund = Stored<Stripe.Refund>;
export type Dispute = Stored<Stripe.Dispute>;
export type Subscription = Stored<Stripe.Subscription>;
export type Invoice = Stored<Stripe.Invoice>;
export type PortalSession = Stored<Stripe.BillingPortal.Session>;
type EventType = Stripe.Event["type"];
export type Event = Pick<Stripe.EventBase, "id" | "created" | "livemode" | "pending_webhooks"> & {
  data: { object: { id: string } };
  type: EventType;
};

export type SettlementResult = "succeeded" | "failed";

export type Records = {
  "billing_portal.session": PortalSession;
  "checkout.session": Session;
  charge: Charge;
  coupon: Coupon;
  customer: Customer;
  dispute: Dispute;
  event: Event;
  /** Response stored for an idempotency key. Like Stripe's, it expires after a day. */
  idempotency: { id: string; createdAt: number; fingerprint: string; body: string };
  invoice: Invoice;
  invoice_payment: Stored<Stripe.InvoicePayment>;
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  product: Product;
  promotion_code: PromotionCode;
  refund: Refund;
  /** Line items of a session, which responses contain only when expanded. */
  session_plan: { id: string; lines: LineItem[] };
  /** Result of a delayed payment, applied at `dueAt` (Unix seconds). */
  settlement: { id: string; dueAt: number; result: SettlementResult; done: boolean };
  subscription: Subscription;
};
export type Kind = keyof Records;

type Partly<V> = V extends (infer Item)[]
  ? Partly<Item>[]
  : V extends object
    ? { [K in keyof V]?: Partly<V[K]> }
    : V;
/** Fields of a new object; its id and the fields that nothing reads may be missing. */
export type Fields<K extends Kind> = Partly<Records[K]>;

/** Storage of the simulator. Records are replaced, never changed in place. */
export type SimulatorStore = {
  find<K extends Kind>(kind: K, id: string): Records[K] | undefined;
  put<K extends Kind>(kind: K, record: Records[K]): void;
  /** Oldest first. */
  list<K extends Kind>(kind: K): Records[K][];
  /** All records; those of a kind oldest first. */
  entries(): StoredRecord[];
  /** Replaces all records. */
  reset(records: StoredRecord[]): void;
};

export type StoredRecord = { kind: Kind; record: Records[Kind] };

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

/** Kinds that are objects of the provider, with the prefix of their ids. */
const ID_PREFIXES = {
  "billing_portal.session": "bps",
  "checkout.session": "cs_test",
  charge: "ch",
  coupon: "coupon",
  customer: "cus",
  dispute: "dp",
  event: "evt",
  invoice: "in",
  invoice_payment: "inpay",
  payment_intent: "pi",
  payment_method: "pm",
  product: "prod",
  promotion_code: "promo",
  refund: "re",
  subscription: "sub",
} satisfies { [K in Kind]?: string };
type ObjectKind = keyof typeof ID_PREFIXES;

/** Returns a new random id, such as "re_…". Session ids are longer, because they appear in URLs. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(prefix === "cs_test" ? 29 : 12).toString("hex")}`;
}

/** Stores a new object of the provider. */
export function create<K extends ObjectKind>(
  { store, now }: Pick<Context, "store" | "now">,
  kind: K,
  fields: Fields<K>,
): Records[K] {
  const id = newId(ID_PREFIXES[kind]);
  const record = { id, object: kind, created: now(), ...fields } as Records[K];
  store.put(kind, record);
  return record;
}

/** Replaces some fields of a record and returns the new one. Throws for an unknown id. */
export function patch<K extends Kind>(
  store: SimulatorStore,
  kind: K,
  { id, fields }: { id: string; fields: Partial<Records[K]> },
): Records[K] {
  const record = { ...need(store, kind, id), ...fields };
  store.put(kind, record);
  return record;
}

/** Reads a referenced record. Throws when it is missing. */
export function need<K extends Kind>(
  store: SimulatorStore,
  kind: K,
  id: string | null | undefined,
): Records[K] {
  const record = store.find(kind, id ?? "");
  if (!record) throw new Error(`The payment simulator has no ${kind} ${id}`);
  return record;
}
