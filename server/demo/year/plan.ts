import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import { QUESTIONS, REFUND_REASONS, SPAM, UNANSWERED } from "./messages.ts";
import { chooseCode } from "./codes.ts";
import { type Buyer, chooseBuyer } from "./people.ts";
import { createRandom, type Random } from "./random.ts";

export const YEAR_DAYS = 365;
/** Purchases without the offers, upgrades and renewals that follow them. */
const PURCHASES = 650;
/** Checkouts that nobody paid; the shop erases them after 90 days. */
const UNFINISHED = 40;
const UNFINISHED_DAYS = 85;
const SUBSCRIBERS = 24;
/** Time that the payment page takes. */
export const PAY_MS = 90_000;
const EXPIRY_MS = 23 * HOUR_MS + MINUTE_MS;

/** A customer's message; without `answer` it waits for one. */
type Message = { name: string; email: string; subject: string; message: string };

export type Purchase = {
  kind: "order";
  /** Names the order in later events. */
  order: number;
  buyer: Buyer;
  /** Slugs of products. */
  products: string[];
  code: string | null;
  /** Page from which the checkout was started. */
  from: string;
};

export type YearEvent = { at: number } & (
  | Purchase
  | { kind: "pay"; order: number }
  | { kind: "expire"; order: number }
  | { kind: "account"; email: string }
  | { kind: "refund"; order: number; isItem: boolean; reason: string | null }
  | { kind: "dispute"; order: number }
  | { kind: "dispute won"; order: number }
  | { kind: "renew"; order: number; isPaid: boolean }
  | { kind: "cancel"; order: number }
  | { kind: "message"; message: Message; isSpam: boolean; answer: string | null }
);

/** Relative number of sales by month, from January: school starts in August, gifts in November. */
const SEASON = [1.1, 0.8, 0.8, 0.9, 0.8, 0.7, 0.9, 1.6, 1.5, 1, 1.5, 1.3];
/** Relative number of sales by weekday, from Sunday. */
const WEEK = [1.4, 1.1, 1, 0.9, 0.9, 0.9, 1.1];
/** Sales at the end of the year, relative to its start. */
const GROWTH = 1.6;

const BOOK = "dinosaur-busy-book";
const CLUB = "printables-club";
const PACKS = [
  ["premium-pack", 42],
  ["advanced-pack", 26],
  [BOOK, 10],
  ["color-workbook", 8],
  ["color-workbook-for-kids", 9],
  ["premium-pack-classroom", 5],
] as const;

/** Plans what happens in the shop in the year until `now`, oldest first; the same for each seed. */
export function planYear(now: number, seed = 1): YearEvent[] {
  const random = createRandom(seed);
  const events: YearEvent[] = [];
  const state = { random, events, now, orders: 0, buyers: 0 };
  for (const at of saleTimes(state, PURCHASES, YEAR_DAYS)) planPurchase(state, at);
  for (const at of saleTimes(state, UNFINISHED, UNFINISHED_DAYS)) planUnfinished(state, at);
  for (let nth = 0; nth < SUBSCRIBERS; nth++) planSubscription(state, nth);
  planDisputes(state);
  planMessages(state);
  return (
    events
      .filter(({ at }) => at <= now)
      .map((event) => ({ ...event, at: Math.floor(event.at) }))
      // Stable, so that events of one moment stay in order.
      .toSorted((a, b) => a.at - b.at)
  );
}

type State = { random: Random; events: YearEvent[]; now: number; orders: number; buyers: number };

/** Times of sales by season, weekday and growth; the last one is a few minutes ago. */
function saleTimes({ random, now }: State, count: number, lastDays: number): number[] {
  const days = Array.from({ length: lastDays }, (_, ago) => {
    const day = new Date(now - ago * DAY_MS);
    const growth = GROWTH - ((GROWTH - 1) * ago) / YEAR_DAYS;
    const weight = (SEASON[day.getUTCMonth()] ?? 1) * (WEEK[day.getUTCDay()] ?? 1) * growth;
    return [ago, weight] as const;
  });
  const times = Array.from({ length: count - 1 }, () => {
    const ago = random.weighted(days);
    return now - ago * DAY_MS - random.between(0, DAY_MS);
  });
  return [...times, now - 4 * MINUTE_MS];
}

function newBuyer(state: State, at: number, isSchool = false): Buyer {
  return chooseBuyer(state.random, { nth: ++state.buyers, at, isSchool });
}

function buy(state: State, at: number, purchase: Omit<Purchase, "kind" | "order">): number {
  const order = ++state.orders;
  state.events.push({ at, kind: "order", order, ...purchase });
  state.events.push({ at: at + PAY_MS, kind: "pay", order });
  return order;
}

function planPurchase(state: State, at: number): void {
  const { random, events } = state;
  const pack = random.weighted(PACKS);
  const buyer = newBuyer(state, at, pack === "premium-pack-classroom");
  const code = chooseCode(random, at);
  const products = pack !== BOOK && random.chance(0.12) ? [pack, BOOK] : [pack];
  const order = buy(state, at, { buyer, products, code, from: "/" });
  if (random.chance(0.25)) {
    events.push({ at: at + 5 * MINUTE_MS, kind: "account", email: buyer.email });
  }
  const isRefunded = random.chance(0.045);
  if (isRefunded) {
    const reason = random.pick(REFUND_REASONS);
    const isItem = random.chance(0.4);
    events.push({ at: at + random.between(1, 9) * DAY_MS, kind: "refund", order, isItem, reason });
    return;
  }
  planOffers(state, at + 2 * PAY_MS, { buyer, owned: products });
  if (pack === "advanced-pack" && random.chance(0.3)) {
    const later = at + random.between(1, 24) * DAY_MS;
    buy(state, later, { buyer, products: ["premium-pack"], code: null, from: "/account" });
  }
}

/** The buyer takes one of the offers after the purchase. */
function planOffers(
  state: State,
  at: number,
  { buyer, owned }: { buyer: Buyer; owned: string[] },
): void {
  const offers = [
    [BOOK, "/upsell/1?offer=upsell", 0.16],
    ["color-workbook", "/upsell2?offer=upsell2", 0.07],
    ["color-workbook-for-kids", "/downsell?offer=downsell", 0.05],
  ] as const;
  for (const [product, from, share] of offers) {
    if (owned.includes(product) || !state.random.chance(share)) continue;
    buy(state, at, { buyer, products: [product], code: null, from });
    return;
  }
}

function planUnfinished(state: State, at: number): void {
  const products = [state.random.weighted(PACKS)];
  const order = ++state.orders;
  const buyer = newBuyer(state, at);
  state.events.push({ at, kind: "order", order, buyer, products, code: null, from: "/" });
  state.events.push({ at: at + EXPIRY_MS, kind: "expire", order });
}

/** A member of the club: renewals each month until the membership is cancelled or the year ends. */
function planSubscription(state: State, nth: number): void {
  const { random, events, now } = state;
  const start = now - (330 - nth * 12) * DAY_MS - random.between(0, DAY_MS);
  const buyer = newBuyer(state, start);
  const order = buy(state, start, { buyer, products: [CLUB], code: null, from: "/account" });
  const stays = random.chance(0.6) ? Infinity : Math.floor(random.between(1, 6));
  for (let month = 1; ; month++) {
    const at = monthsLater(start + PAY_MS, month) + 5 * MINUTE_MS;
    if (at > now) return;
    if (month > stays) {
      events.push({ at: at - 9 * DAY_MS, kind: "cancel", order });
      events.push({ at, kind: "renew", order, isPaid: false });
      return;
    }
    // The last month of one member waits for a new card.
    const isPaid = nth !== 7 || monthsLater(start, month + 1) <= now;
    events.push({ at, kind: "renew", order, isPaid });
  }
}

function monthsLater(start: number, months: number): number {
  const date = new Date(start);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}

/** Two disputes of the past were won; one waits for the owner. */
function planDisputes(state: State): void {
  const { events, now } = state;
  const isRefunded = (order: number) =>
    events.some((event) => event.kind === "refund" && event.order === order);
  for (const [daysAgo, isOpen] of [
    [230, false],
    [110, false],
    [9, true],
  ] as const) {
    const before = now - daysAgo * DAY_MS;
    const paid = events.filter(
      (event) => event.kind === "pay" && event.at < before && !isRefunded(event.order),
    );
    const latest = paid.toSorted((a, b) => b.at - a.at).find((event) => event.kind === "pay");
    if (latest?.kind !== "pay") continue;
    const { order } = latest;
    events.push({ at: before + 6 * DAY_MS, kind: "dispute", order });
    if (!isOpen) events.push({ at: before + 27 * DAY_MS, kind: "dispute won", order });
  }
}

function planMessages(state: State): void {
  const { random, events, now } = state;
  const paying = events.filter((event) => event.kind === "order" && event.from === "/");
  const sender = () => {
    const event = random.pick(paying);
    if (event.kind !== "order") throw new Error("Only orders have a buyer.");
    return { at: event.at, name: event.buyer.name, email: event.buyer.email };
  };
  for (let nth = 0; nth < 3 * QUESTIONS.length; nth++) {
    const { answer, ...text } = QUESTIONS[nth % QUESTIONS.length] ?? QUESTIONS[0];
    const { at, ...person } = sender();
    const sentAt = at + random.between(0.1, 6) * DAY_MS;
    const message = { ...person, ...text };
    if (sentAt > now - 4 * DAY_MS) continue;
    events.push({ at: sentAt, kind: "message", message, isSpam: false, answer });
  }
  for (const [nth, text] of UNANSWERED.entries()) {
    const { at: _, ...person } = sender();
    const at = now - (nth * 17 + 3) * HOUR_MS;
    const message = { ...person, ...text };
    events.push({ at, kind: "message", message, isSpam: false, answer: null });
  }
  events.push({ at: now - 5 * DAY_MS, kind: "message", message: SPAM, isSpam: true, answer: null });
}
