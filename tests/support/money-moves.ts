import fc from "fast-check";
import type { Tax } from "../../db/enums.ts";
import { orders } from "../../db/schema.ts";
import type { Session } from "../../server/demo/payments/objects.ts";
import { recheckOrders } from "../../server/domain/money/open-orders.ts";
import { reconcile } from "../../server/domain/money/reconcile.ts";
import { startCheckout } from "../../server/domain/orders/checkout.ts";
import { correctEmail } from "../../server/domain/orders/correct-email.ts";
import { resendDelivery } from "../../server/domain/orders/order-mails.ts";
import { getPurchaseDetail } from "../../server/domain/orders/purchase-detail.ts";
import { AppError } from "../../server/errors.ts";
import { handleDueEvents } from "../../server/domain/money/webhook-inbox.ts";
import { checkoutBody } from "./browser.ts";
import { MINUTE_MS } from "./shop.ts";
import { loseCard, LOSSES, savedNumberOf } from "./money-cards.ts";
import { discountLines, pick, refundsOf } from "./money-prices.ts";
import type { World } from "./money-world.ts";

const CARDS = {
  good: "4242424242424242",
  delayed: "4000000000003220",
  declined: "4000000000000002",
};

/** One step of a history: the name and the input of a move. */
export type Step = { do: string };
export type Move = {
  weight: number;
  input: fc.Arbitrary<object>;
  run: (world: World, step: object) => unknown;
};
type Fields<Input> = { [Name in keyof Input]: fc.Arbitrary<Input[Name]> };

function move<Input extends object>(
  weight: number,
  fields: Fields<Input>,
  run: (world: World, input: Input) => unknown,
): Move {
  return { weight, input: fc.record(fields), run: (world, step) => run(world, step as Input) };
}

/** Creates a move on one of the sessions; it does nothing while there are no sessions. */
function moveOn<Input extends object>(
  weight: number,
  fields: Fields<Input>,
  run: (world: World, session: Session, input: Input) => unknown,
): Move {
  const all = { at: index, ...fields } as Fields<Input & { at: number }>;
  return move(weight, all, (world, input) => {
    const session = pick(world.sessions(), input.at);
    return session && run(world, session, input);
  });
}

/** Returns a step of one of these moves, chosen by weight. */
export function stepsOf(
  moves: Record<string, Move>,
  weigh: (move: Move) => number,
): fc.Arbitrary<Step> {
  const weighted = Object.entries(moves).map(([name, each]) => ({
    weight: weigh(each),
    arbitrary: each.input.map((input) => ({ do: name, ...input })),
  }));
  return fc.oneof(...weighted);
}

/** Index of the product that is an upgrade of product 0. */
export const UPGRADE = 4;

const index = fc.nat({ max: 5 });
export const buyer = fc.nat({ max: 1 });
const tax = fc.constantFrom<Tax>("none", "added", "included");
// Choose the same cart often, because repeated requests are where errors occur.
const lines = fc.oneof(
  fc.constant([0]),
  fc.constant([UPGRADE]),
  fc.uniqueArray(fc.nat({ max: UPGRADE }), { minLength: 1, maxLength: 3 }),
);

/** Buyer to whose address a gift goes; the last one never pays. Null for an ordinary purchase. */
const giftTo = fc.constantFrom(null, null, null, 0, 1, 2);

/** Moves that call the provider; they can be interrupted or run concurrently. */
const CALLING: Record<string, Move> = {
  start: move(4, { buyer, lines, giftTo }, (world, { buyer, lines, giftTo }) =>
    refusable(() =>
      startCheckout(world.deps, {
        request: {
          ...checkoutBody(lines.map((line) => world.products[line] ?? 0)),
          ...(giftTo !== null && { giftTo: world.address(giftTo) }),
        },
        viewer: world.viewer(buyer),
      }),
    ),
  ),
  visit: moveOn(3, { buyer: fc.nat({ max: 2 }) }, (world, { id }, { buyer }) =>
    refusable(() => getPurchaseDetail(world.deps, id, world.viewer(buyer))),
  ),
  handle: move(4, {}, async (world) => {
    await handleDueEvents(world.deps);
    await recheckOrders(world.deps);
  }),
  sweep: move(2, { late: fc.boolean(), fails: fc.boolean() }, (world, { late, fails }) => {
    // With `late`, pending webhooks are lost, and their events become older than the overlap.
    if (late) {
      for (const event of world.underWay()) world.drop(event);
      world.clock.advance(16 * MINUTE_MS);
    }
    if (fails) world.failNext(1);
    return refusable(() => reconcile(world.deps));
  }),
  giveBack: moveOn(
    3,
    {
      part: fc.constantFrom("everything", "line", "goodwill"),
      line: fc.nat({ max: 2 }),
      again: fc.boolean(),
    },
    (world, { id }, wish) => refusable(() => world.giveBack(id, wish)),
  ),
};
const calling = stepsOf(CALLING, () => 1);

export const MOVES: Record<string, Move> = {
  ...CALLING,
  pay: moveOn(
    6,
    {
      buyer,
      card: fc.constantFrom<keyof typeof CARDS | "saved">(
        "good",
        "good",
        "good",
        "delayed",
        "declined",
        "saved",
      ),
      country: fc.constantFrom("DE", "IT", "CH", "US"),
      taxId: fc.constantFrom(null, null, "IT12345678901"),
    },
    async (world, session, { buyer, card, ...billing }) => {
      const { control, address } = world;
      control.runClock();
      const number = card === "saved" ? savedNumberOf(world, session) : CARDS[card];
      if (number === undefined) return;
      await control.pay(session.id, { card: number, email: address(buyer), ...billing });
    },
  ),
  tax: move(1, { tax }, (world, rule) => world.setTax(rule.tax)),
  cards: move(1, { saved: fc.boolean() }, (world, { saved }) => world.setCards(saved)),
  loseCard: moveOn(1, { loss: fc.constantFrom(...LOSSES) }, (world, session, { loss }) =>
    loseCard(world, session, loss),
  ),
  discount: moveOn(
    2,
    { percent: fc.constantFrom(10, 33, 50, 100) },
    ({ store }, { id, status }, { percent }) => {
      if (status === "open") discountLines(store, id, percent);
    },
  ),
  settle: moveOn(2, { ok: fc.boolean() }, ({ control, store }, { id }, { ok }) => {
    const pending = store.find("settlement", id)?.done === false;
    if (pending) control.settle(id, ok ? "succeeded" : "failed");
  }),
  expire: moveOn(1, {}, ({ control }, { id, status }) => {
    if (status === "open") control.expire(id);
  }),
  deliver: move(
    6,
    { event: index, times: fc.constantFrom(1, 1, 1, 2, 5) },
    (world, { event, times }) => {
      const delivered = pick(world.events(), event);
      if (delivered) world.deliver(delivered, times);
    },
  ),
  drop: move(2, { event: index, all: fc.boolean() }, (world, { event, all }) => {
    const events = world.underWay();
    const one = pick(events, event);
    for (const lost of all || !one ? events : [one]) world.drop(lost);
  }),
  refund: moveOn(
    4,
    {
      part: fc.constantFrom("rest", "line", "halves", "price", "goodwill"),
      line: fc.nat({ max: 2 }),
    },
    async (world, session, plan) => {
      const charge = world.chargeOf(session);
      if (!charge?.paid || charge.disputed) return;
      const left = charge.amount - charge.amount_refunded;
      const refunds = refundsOf(world, session, { ...plan, left });
      const amount = refunds.reduce((sum, refund) => sum + refund.amount, 0);
      if (amount === 0 || amount > left) return;
      for (const refund of refunds) await world.refund(session.id, refund);
    },
  ),
  dispute: moveOn(2, {}, (world, session) => {
    const charge = world.chargeOf(session);
    if (charge?.paid && !world.disputeOf(charge.id)) world.control.dispute(session.id);
  }),
  decide: moveOn(
    2,
    { result: fc.constantFrom<"won" | "lost">("won", "lost") },
    (world, session, { result }) => {
      const dispute = world.disputeOf(world.chargeOf(session)?.id);
      if (dispute?.status === "needs_response") world.control.closeDispute(dispute.id, result);
    },
  ),
  mail: move(
    3,
    { trouble: fc.constantFrom("none", "none", "refused", "dies-before", "dies-after") },
    (world, { trouble }) => world.sendMails(trouble),
  ),
  resend: moveOn(2, {}, (world, { id }) => {
    world.resends.set(id, (world.resends.get(id) ?? 0) + 1);
    return resendDelivery(world.deps, id);
  }),
  correct: moveOn(2, { buyer, to: fc.nat({ max: 2 }) }, (world, { id }, { buyer, to }) =>
    refusable(async () => {
      const email = `moved-${to}-${world.name}@example.com`;
      const before = world.db.select().from(orders).all();
      const change = { sessionId: id, email, viewer: world.viewer(buyer) };
      const { alsoMoved } = correctEmail(world.deps, change);
      for (const { number, sessionId, status } of before) {
        if (sessionId !== id && !alsoMoved.includes(number)) continue;
        const sessions = world.sessions().length;
        world.corrections.push({ sessionId: sessionId ?? "", paid: status === "paid", sessions });
      }
    }),
  ),
  tick: move(3, { minutes: fc.constantFrom(1, 6, 16, 130, 1400) }, (world, { minutes }) =>
    world.clock.advance(minutes * MINUTE_MS),
  ),
  outage: move(
    1,
    { calls: fc.integer({ min: 1, max: 3 }), during: calling },
    (world, { calls, during }) => {
      world.failNext(calls);
      return perform(world, during);
    },
  ),
  crash: move(
    2,
    {
      death: fc.record({ afterCalls: fc.nat({ max: 2 }), workDone: fc.boolean() }),
      released: fc.boolean(),
      again: fc.boolean(),
      during: calling,
    },
    async (world, { death, released, again, during }) => {
      await world.runUntilDeath(death, () => perform(world, during));
      world.restart({ released });
      if (again) await perform(world, during);
    },
  ),
  together: move(
    2,
    { steps: fc.array(calling, { minLength: 2, maxLength: 3 }) },
    (world, { steps }) => Promise.all(steps.map((step) => perform(world, step))),
  ),
};

/** Performs one step. An impossible one (such as a refund of nothing) does nothing. */
export async function perform(world: World, step: Step): Promise<void> {
  await MOVES[step.do]?.run(world, step);
}

/** Ignores every AppError except `internal`; rethrows all other errors. */
async function refusable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "internal") throw error;
  }
}
