import { noteText } from "../../../server/contract/order-notes.ts";
import type { Needs, OrderPage, TimelineEntry } from "../../../server/contract/order-page.ts";
import type { TableAction, TableRow, Value } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";

/** How a state looks: `good` is done, `wait` goes on by itself, `bad` needs a look, `plain` is over. */
export type Tone = "good" | "wait" | "bad" | "plain";
export type State = { text: string; tone: Tone };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SOON_MS = 3 * DAY_MS;

/** How long is left until a deadline, rounded down: a day too few is better than one too many. */
export function deadlineOf(dueAt: string, now: number): State {
  const words = deskWords.deadline;
  const left = Date.parse(dueAt) - now;
  if (left <= 0) return { text: words.over, tone: "bad" };
  const tone = left < SOON_MS ? "bad" : "wait";
  if (left < HOUR_MS) return { text: words.minutes, tone };
  if (left < DAY_MS) return { text: words.hours(Math.floor(left / HOUR_MS)), tone };
  return { text: words.days(Math.floor(left / DAY_MS)), tone };
}

/** A text of a row; empty where it has none. */
export function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A number of a row; zero where it has none. */
export function numberOf(value: Value | undefined): number {
  return typeof value === "number" ? value : 0;
}

/** A word for a value of a fixed list; the value itself where a newer server has more of them. */
export function wordFor(words: Readonly<Record<string, string>>, value: Value | undefined): string {
  const key = textOf(value);
  return Object.hasOwn(words, key) ? (words[key] ?? key) : key.replaceAll("_", " ");
}

const ORDER_TONES: Readonly<Record<string, Tone>> = {
  paid: "good",
  open: "wait",
  processing: "wait",
  failed: "bad",
};

export function orderStateOf({ status }: TableRow): State {
  return {
    text: wordFor(deskWords.statuses, status),
    tone: ORDER_TONES[textOf(status)] ?? "plain",
  };
}

/** Whether a line opens its files at `now`, and why not. Days are written by `dayOf`. */
export function accessOf(item: TableRow, now: number, dayOf: (time: string) => string): State {
  const words = deskWords.access;
  const until = textOf(item["access_until"]);
  if (item["revoked_at"]) {
    return { text: wordFor(words.withdrawn, item["revoke_reason"] ?? "owner"), tone: "bad" };
  }
  if (!item["granted_at"]) return { text: words.pending, tone: "wait" };
  if (!until) return { text: words.open, tone: "good" };
  if (Date.parse(until) <= now) return { text: words.ended(dayOf(until)), tone: "plain" };
  return { text: words.until(dayOf(until)), tone: "good" };
}

const MAIL_TONES: Readonly<Record<string, Tone>> = { sent: "good", dead: "bad" };

export function mailStateOf({ status }: TableRow): State {
  const text = wordFor(deskWords.mails.states, status);
  return { text, tone: MAIL_TONES[textOf(status)] ?? "wait" };
}

const REFUND_TONES: Readonly<Record<string, Tone>> = { succeeded: "good", failed: "bad" };

export function refundStateOf({ status }: TableRow): State {
  const text = wordFor(deskWords.refundStates, status);
  return { text, tone: REFUND_TONES[textOf(status)] ?? "wait" };
}

/** What a note says, in the currency of its order. */
export function noteWords(note: TableRow, currency: string): string {
  const { kind, amount, text } = note as unknown as Parameters<typeof noteText>[0];
  return noteText({ kind, amount, text }, currency);
}

/** Open notes by their deadline, those without one after them, newest first; then the settled ones. */
export function sortNotes(notes: readonly TableRow[]): { open: TableRow[]; settled: TableRow[] } {
  const open = notes.filter((note) => !note["done_at"]);
  const settled = notes.filter((note) => note["done_at"]);
  return {
    open: open.toSorted((one, other) => dueOf(one) - dueOf(other) || newerFirst(one, other)),
    settled: settled.toSorted(newerFirst),
  };
}

function dueOf({ due_at: dueAt }: TableRow): number {
  return dueAt ? Date.parse(textOf(dueAt)) : Number.MAX_SAFE_INTEGER;
}

function newerFirst(one: TableRow, other: TableRow): number {
  return textOf(other["created_at"]).localeCompare(textOf(one["created_at"]));
}

/**
 * What can still be given back of one line, in the smallest unit: its price, or what is left of the
 * order; nothing once it went back.
 */
export function refundableOf(item: TableRow, { refunds, refundable }: OrderPage): number {
  const isBack = refunds.some(
    (refund) => refund["order_item_id"] === item.id && refund["status"] !== "failed",
  );
  if (isBack || item["revoke_reason"] === "refund") return 0;
  return Math.min(numberOf(item["price"]), refundable);
}

/** The order that a row belongs to; undefined where it belongs to none. */
export function orderIdOf({ table, row }: { table: string; row: TableRow }): number | undefined {
  if (table === "orders") return row.id;
  const { order_id: orderId } = row;
  return typeof orderId === "number" ? orderId : undefined;
}

/** The one action of orders that is about those that may have been paid twice. */
export function isOfDoubles({ name }: TableAction): boolean {
  return name === "settle_double";
}

/** Whom a mail about a row goes to; undefined where the row does not say. */
export function recipientOf(row: TableRow, desk: OrderPage | undefined): string | undefined {
  const { recipient, email } = row;
  return textOf(recipient) || textOf(email) || textOf(desk?.order["email"]) || undefined;
}

/** The nearest deadline of all that waits; empty where nothing has one. */
export function nearestDeadline({ groups }: Needs): string {
  const dates = groups.flatMap(({ rows }) => rows.flatMap(({ dueAt }) => dueAt ?? []));
  return dates.toSorted().at(0) ?? "";
}

/** Who did it, where that says something: the shop's own work needs no name. */
export function actorWords(actor: string | null, userId?: number): string | undefined {
  const words = deskWords.actors;
  const [kind, id] = (actor ?? "").split(":");
  if (kind === "admin" && id) return Number(id) === userId ? words.you : words.admin(id);
  if (kind === "buyer" || kind === "visitor") return words.buyer;
  return kind === "webhook" ? words.webhook : undefined;
}

/** A time line in days, in the order in which it came; days are those of `dayOf`. */
export function byDay(
  entries: readonly TimelineEntry[],
  dayOf: (time: string) => string,
): { day: string; entries: TimelineEntry[] }[] {
  const days: { day: string; entries: TimelineEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
