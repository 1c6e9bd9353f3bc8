import type { EventSubject } from "../../db/enums.ts";
import type { BillingPeriod, ProductType } from "../contract/answers.ts";
import type { PaymentsExam } from "./health.ts";

export type CheckoutLine = {
  productId: number;
  name: string;
  price: number;
  currency: string;
  type: ProductType;
  billingPeriod: BillingPeriod | null;
};

export type NewCheckout = {
  orderNumber: string;
  /** Comes back as the session's: several shops may sell through one account. */
  shopId: string;
  /** The same key with the same content gives the same session, however often it is sent. */
  idempotencyKey: string;
  lines: CheckoutLine[];
  successUrl: string;
  cancelUrl: string;
  customerEmail: string | null;
  expiresAt: Date;
};

/** A checkout session as the provider sees it now. */
export type Checkout = {
  id: string;
  status: "open" | "complete" | "expired";
  /**
   * `free`: nothing was to be paid. On a complete session `unpaid` means that a delayed payment is
   * pending, `failed` that it was refused.
   */
  payment: "paid" | "unpaid" | "failed" | "free";
  amountTotal: number;
  /** What its lines cost, before discounts and taxes. */
  linesTotal: number;
  /** What the provider's own discounts have taken off. */
  discount: number;
  currency: string;
  email: string | null;
  name: string | null;
  /** Which shop has made it, from the session's metadata; null when that names none. */
  shopId: string | null;
  /** Our order, from the session's metadata; null when the session is not ours. */
  orderNumber: string | null;
  lines: CheckoutLine[];
  paymentIntentId: string | null;
  subscription: Subscription | null;
};

/** What a list of sessions tells of each: enough to know whether there is more to ask. */
export type ListedCheckout = Pick<Checkout, "id" | "status" | "payment">;

export type PaymentEvent = {
  id: string;
  type: string;
  /** When it happened, by the provider's clock. */
  createdAt: Date;
  about: EventSubject;
  /** The id of what the event is about: a session, a payment or a subscription. */
  objectId: string | null;
  /** The whole event as JSON, kept for the owner. */
  payload: string;
};

/** The part of a list between two times; without `to` it ends with what is newest. */
export type Stretch = { from: Date; to?: Date };

/** Some entries of a list, newest first; `next` asks for those after them, null when there are none. */
export type Page<Entry> = { entries: Entry[]; next: string | null };

/** What has become of a payment since it was made. */
export type Reversals = {
  /** The money that goes back to the buyer. */
  refunds: (RefundId & { amount: number; productId: number | null })[];
  /** What was to go back and did not, with the provider's word for why. */
  failedRefunds: (RefundId & { reason: string | null })[];
  disputes: Dispute[];
};

/** A refund by its id, and by the key that it was asked for with; null when we did not ask for it. */
type RefundId = { id: string; key: string | null };

export type Dispute = {
  state: "open" | "won" | "lost";
  /** Until when an open one can be answered, where the bank has set a day. */
  dueBy: Date | null;
};

export type NewRefund = {
  paymentIntentId: string;
  /** In the smallest unit of the payment's currency. */
  amount: number;
  /** The line that is given back; null for a part of the whole. */
  productId: number | null;
  /** Stays with the refund: it can be found by it when the provider has forgotten the call. */
  idempotencyKey: string;
};

export type Subscription = {
  id: string;
  /** The provider's word: active, past_due, canceled ... */
  status: string;
  /** The end of the last period that was paid for. */
  paidUntil: Date;
  /** True when it is not renewed: cancelled, but for the rest of its period. */
  endsAtPeriodEnd: boolean;
  /** What paid for that period when it is not the first one; the order paid for the first. */
  renewal: { paymentIntentId: string; amount: number; periodStart: Date } | null;
};

export type Payments = {
  /** Throws AppError `payment_provider` when no session was made. */
  createCheckout: (checkout: NewCheckout) => Promise<{ id: string; url: string }>;
  /**
   * Ends an open session, so that it cannot be paid any more; any other stays as it is. Throws
   * AppError `payment_provider`.
   */
  expireCheckout: (sessionId: string) => Promise<void>;
  /** Undefined when the provider knows no such session; throws AppError `payment_provider`. */
  findCheckout: (sessionId: string) => Promise<Checkout | undefined>;
  /**
   * A page of the sessions made in a time, 100 at most, from the first one or from where the page
   * before said. Throws AppError `payment_provider`.
   */
  listCheckouts: (stretch: Stretch, after: string | null) => Promise<Page<ListedCheckout>>;
  /** The session that a payment or a subscription came from; throws AppError `payment_provider`. */
  findSessionOf: (
    of: { paymentIntentId: string } | { subscriptionId: string },
  ) => Promise<string | undefined>;
  findReversals: (paymentIntentId: string) => Promise<Reversals>;
  /**
   * Gives money back. `refusal` says for the owner why the provider will never do it; null when it
   * has. Throws AppError `payment_provider` when that is not known: it may have been done.
   */
  createRefund: (refund: NewRefund) => Promise<{ refusal: string | null }>;
  findSubscription: (subscriptionId: string) => Promise<Subscription | undefined>;
  /**
   * A page of the provider on which the buyer of this subscription sees, pays and cancels it. Throws
   * AppError `payment_provider`.
   */
  createPortal: (portal: { subscriptionId: string; returnUrl: string }) => Promise<{ url: string }>;
  /**
   * A page of the events of a time, 100 at most, from the first one or from where the page before
   * said; the provider keeps events for 30 days. Throws AppError `payment_provider`.
   */
  listEvents: (stretch: Stretch, after: string | null) => Promise<Page<PaymentEvent>>;
  /**
   * The event of a signed webhook body; throws AppError `malformed` when it is not one, caused by
   * RefusedEvent when its signature does not fit.
   */
  readEvent: (rawBody: string, signature: string) => Promise<PaymentEvent>;
  /** The provider's own time, to the second: one call without the key. Rejects when there is no answer. */
  readClock: () => Promise<Date>;
  /** What the provider says to the shop's key; each part is asked for by itself. Never rejects. */
  examine: (webhookUrl: string) => Promise<PaymentsExam>;
};
