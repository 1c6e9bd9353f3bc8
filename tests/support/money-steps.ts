import { orders } from "../../db/schema.ts";
import { startCheckout } from "../../server/domain/orders/checkout.ts";
import { correctEmail } from "../../server/domain/orders/correct-email.ts";
import { resendDelivery } from "../../server/domain/orders/order-mails.ts";
import { getPurchaseDetail } from "../../server/domain/orders/purchase-detail.ts";
import { checkHurried } from "../../server/domain/money/open-orders.ts";
import { sweep } from "../../server/domain/money/sweep.ts";
import { AppError } from "../../server/errors.ts";
import { handleDueEvents } from "../../server/jobs/inbox.ts";
import type { Death } from "./mortal-payments.ts";
import type { MailTrouble, World } from "./money-world.ts";

const MINUTE_MS = 60_000;
const CARDS = {
  good: "4242424242424242",
  delayed: "4000000000003220",
  declined: "4000000000000002",
} as const;

/** One thing that happens. `session` and `event` count through those there are, round and round. */
export type Step =
  | { do: "start"; buyer: number; lines: number[] }
  | { do: "pay"; session: number; buyer: number; card: keyof typeof CARDS }
  | { do: "settle"; session: number; ok: boolean }
  | { do: "expire"; session: number }
  | { do: "visit"; session: number; buyer: number }
  | { do: "deliver"; event: number; times: number }
  | { do: "drop"; event: number; all: boolean }
  | { do: "handle" }
  | { do: "mail"; trouble: MailTrouble }
  | { do: "refund"; session: number; part: RefundPart; line: number }
  | { do: "dispute"; session: number }
  | { do: "decide"; session: number; result: "won" | "lost" }
  | { do: "sweep"; late: boolean; fails: boolean }
  | { do: "resend"; session: number }
  | { do: "correct"; session: number; buyer: number; to: number }
  | { do: "tick"; minutes: number }
  | { do: "outage"; calls: number; during: Step }
  | { do: "crash"; death: Death; released: boolean; during: Step; again: boolean }
  | { do: "together"; steps: Step[] };

/** Does one step. What cannot happen now (a refund of nothing) does nothing. */
export async function perform(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case "start":
      return refusable(async () => {
        await startCheckout(world.deps, {
          request: {
            products: step.lines.map((line) => ({
              productId: world.products[line] ?? 0,
              quantity: 1,
            })),
            successRouter: "/checkout/success",
            cancelRouter: "/checkout/cancel",
          },
          viewer: { browserHash: world.browserHash(step.buyer), user: null },
        });
      });
    case "visit":
      return refusable(async () => {
        const session = pick(world.sessions(), step.session);
        const viewer = { browserHash: world.browserHash(step.buyer), user: null };
        if (session) await getPurchaseDetail(world.deps, session.id, viewer);
      });
    case "handle":
      await handleDueEvents(world.deps);
      return checkHurried(world.deps);
    case "sweep":
      // Late: what was on its way is lost, and longer ago than the sweep looks back for safety.
      if (step.late) {
        for (const event of world.underWay()) world.drop(event);
        world.clock.advance(16 * MINUTE_MS);
      }
      if (step.fails) world.failNext(1);
      return refusable(() => sweep(world.deps));
    case "crash":
      await world.runUntilDeath(step.death, () => perform(world, step.during));
      world.restart(step);
      return step.again ? perform(world, step.during) : undefined;
    case "together":
      await Promise.all(step.steps.map((each) => perform(world, each)));
      return;
    case "tick":
      return world.clock.advance(step.minutes * MINUTE_MS);
    case "outage":
      world.failNext(step.calls);
      return perform(world, step.during);
    case "mail":
      return world.sendMails(step.trouble);
    case "deliver": {
      const event = pick(world.events(), step.event);
      return event && world.deliver(event, step.times);
    }
    case "drop": {
      const events = world.underWay();
      const lost = step.all ? events : [pick(events, step.event)];
      for (const event of lost) if (event) world.drop(event);
      return;
    }
    default:
      return performOnSession(world, step);
  }
}

type SessionStep = Extract<
  Step,
  { do: "pay" | "settle" | "expire" | "refund" | "dispute" | "decide" | "resend" | "correct" }
>;

async function performOnSession(world: World, step: SessionStep): Promise<void> {
  const { control, store } = world;
  const session = pick(world.sessions(), step.session);
  if (!session) return;
  const charge = world.chargeOf(session);
  const dispute = store.list("dispute").find((each) => each.charge === charge?.id);
  switch (step.do) {
    case "pay":
      control.runClock();
      await control.pay(session.id, { card: CARDS[step.card], email: world.address(step.buyer) });
      return;
    case "expire":
      if (session.status === "open") control.expire(session.id);
      return;
    case "settle": {
      const pending = store.find("settlement", session.id)?.done === false;
      if (pending) control.settle(session.id, step.ok ? "succeeded" : "failed");
      return;
    }
    case "refund": {
      if (!charge?.paid || charge.disputed) return;
      const left = charge.amount - charge.amount_refunded;
      const refunds = refundsOf(world, session.id, { ...step, left });
      const amount = refunds.reduce((sum, refund) => sum + refund.amount, 0);
      if (amount === 0 || amount > left) return;
      for (const refund of refunds) await world.refund(charge, refund);
      return;
    }
    case "dispute":
      if (charge?.paid && !dispute) control.dispute(session.id);
      return;
    case "decide":
      if (dispute?.status === "needs_response") control.closeDispute(dispute.id, step.result);
      return;
    case "resend":
      return resendDelivery(world.deps, session.id);
    case "correct":
      return refusable(async () => {
        const viewer = { browserHash: world.browserHash(step.buyer), user: null };
        const email = `moved-${step.to}-${world.name}@example.com`;
        const before = world.db.select().from(orders).all();
        const change = { sessionId: session.id, email, viewer };
        const { alsoMoved } = correctEmail(world.deps, change);
        for (const { number, sessionId, status } of before) {
          if (sessionId !== session.id && !alsoMoved.includes(number)) continue;
          world.corrections.push({ sessionId: sessionId ?? "", paid: status === "paid" });
        }
      });
  }
}

type RefundPart = "rest" | "line" | "halves" | "price" | "goodwill";
type RefundPlan = { part: RefundPart; line: number; left: number };

function refundsOf(world: World, sessionId: string, { part, line, left }: RefundPlan) {
  if (part === "rest") return [{ amount: left }];
  if (part === "goodwill") return [{ amount: Math.min(left, 300) }];
  const lines = world.store.find("session_plan", sessionId)?.lines ?? [];
  const { price } = pick(lines, line) ?? {};
  const amount = price?.unit_amount ?? 0;
  if (part === "price") return [{ amount }];
  const product = world.store.find("product", price?.product ?? "");
  const productId = Number(product?.metadata["product_id"]);
  if (part === "line") return [{ amount, productId }];
  return [1, 2].map(() => ({ amount: amount / 2, productId }));
}

/** A refusal is an answer; anything else that is thrown is a fault. */
async function refusable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "internal") throw error;
  }
}

function pick<Item>(items: Item[], at: number): Item | undefined {
  return items.length === 0 ? undefined : items[at % items.length];
}
