import { SOURCE_NAMES } from "../../../server/contract/order-import.ts";
import { type Needs, noteText, type OrderPage } from "../../../server/contract/admin-answers.ts";
import {
  type State,
  type StateSubject,
  stateOf as stateNamed,
} from "../../../server/contract/states.ts";
import { DAY_MS, HOUR_MS } from "../../../server/contract/time.ts";
import {
  allowsAction,
  type TableAction,
  type TableRow,
  type Value,
} from "../../../server/contract/tables.ts";
import {
  actionWords as words,
  actorNames,
  orderWords,
  stateWords,
} from "../../content/admin-orders.ts";
import { textOf } from "../../lib/read-fields.ts";
import { typedMoney } from "../../../server/contract/read-money.ts";
import { refundableOf } from "../actions/order-amounts.ts";
import { moneyText, type Times } from "../ui/formats.ts";
import type { ActionTarget } from "../actions/action-state.ts";

const SOON_MS = 3 * DAY_MS;
const SOURCES = ["discount_code", "referrer", "utm_source", "utm_campaign"] as const;

/** Lists where an order and its buyer came from, and its discount code, without empty values. */
export function sourcesOf(order: TableRow): { name: string; value: string }[] {
  const shops: Record<string, string> = SOURCE_NAMES;
  const shop = shops[textOf(order["source"])];
  const imported = [shop, textOf(order["source_number"])].filter(Boolean).join(", ");
  const sources = SOURCES.map((column) => {
    return { name: orderWords.sources[column], value: textOf(order[column]) };
  });
  return [{ name: orderWords.importedFrom, value: imported }, ...sources].filter(
    ({ value }) => value !== "",
  );
}

/** Returns the time left until a deadline, rounded down. */
export function deadlineOf(dueAt: string, now: number): State {
  const words = stateWords.deadline;
  const left = Date.parse(dueAt) - now;
  if (left <= 0) return { text: words.over, tone: "bad" };
  const tone = left < SOON_MS ? "bad" : "wait";
  if (left < HOUR_MS) return { text: words.minutes, tone };
  if (left < DAY_MS) return { text: words.hours(Math.floor(left / HOUR_MS)), tone };
  return { text: words.days(Math.floor(left / DAY_MS)), tone };
}

/** Returns the text for a value; unknown values, as from a newer server, become words. */
export function wordFor(words: Readonly<Record<string, string>>, value: Value | undefined): string {
  const key = textOf(value);
  return Object.hasOwn(words, key) ? (words[key] ?? key) : key.replaceAll("_", " ");
}

/**
 * Returns the displayed state of a row. Orders have a `state` computed by the server; copies stored
 * before it existed have only a status.
 */
export function stateOf(subject: StateSubject, row: TableRow): State {
  return stateNamed(subject, textOf(row["state"] ?? row["status"]));
}

/** Returns the download access of an order item at `now`, with the reason if it is denied. */
export function accessOf(item: TableRow, now: number, { dayOf }: Pick<Times, "dayOf">): State {
  const words = stateWords.access;
  const until = textOf(item["access_until"]);
  if (item["revoked_at"]) {
    return { text: wordFor(words.revoked, item["revoke_reason"] ?? "owner"), tone: "bad" };
  }
  if (!item["granted_at"]) return { text: words.pending, tone: "wait" };
  if (!until) return { text: words.open, tone: "good" };
  if (Date.parse(until) <= now) return { text: words.ended(dayOf(until)), tone: "plain" };
  return { text: words.until(dayOf(until)), tone: "good" };
}

/** Formats a note, with amounts in the order's currency. */
export function noteWords(note: TableRow, currency: string): string {
  const { kind, amount, text } = note as unknown as Parameters<typeof noteText>[0];
  return noteText({ kind, amount, text }, currency);
}

/** Sorts open notes by deadline, then newest first, and resolved notes newest first. */
export function sortNotes(notes: readonly TableRow[]): { open: TableRow[]; settled: TableRow[] } {
  const newestFirst = (one: TableRow, other: TableRow) =>
    textOf(other["created_at"]).localeCompare(textOf(one["created_at"]));
  const dueOf = ({ due_at: dueAt }: TableRow) =>
    dueAt ? Date.parse(textOf(dueAt)) : Number.MAX_SAFE_INTEGER;
  return {
    open: notes
      .filter((note) => !note["done_at"])
      .toSorted((one, other) => dueOf(one) - dueOf(other) || newestFirst(one, other)),
    settled: notes.filter((note) => note["done_at"]).toSorted(newestFirst),
  };
}

/** Reports whether this is the order action that resolves a possible duplicate payment. */
export function isDuplicateAction({ name }: TableAction): boolean {
  return name === "dismiss_duplicate";
}

/** Returns the nearest deadline of all groups, or an empty string. */
export function nearestDeadline({ groups }: Needs): string {
  const dates = groups.flatMap(({ rows }) => rows.flatMap(({ dueAt }) => dueAt ?? []));
  return dates.toSorted().at(0) ?? "";
}

/** Returns the display name of a change's actor; undefined for the store itself. */
export function actorName(actor: string | null, userId?: number): string | undefined {
  const [kind, id] = (actor ?? "").split(":");
  if (kind === "admin" && id) {
    return Number(id) === userId ? actorNames.you : actorNames.admin(id);
  }
  if (kind === "buyer" || kind === "visitor") return actorNames.buyer;
  return kind === "webhook" ? actorNames.webhook : undefined;
}

type ActionEntry = { title: string; target: ActionTarget };

/** The possible refunds of an order: everything left, one item, or an amount. */
export function refundEntries(
  page: OrderPage,
  actionsOf: (table: string) => readonly TableAction[],
): ActionEntry[] {
  const { order, items, refundable } = page;
  if (refundable === 0) return [];
  const currency = textOf(order["currency"]);
  const targetOf = (table: string, row: TableRow) => {
    const action = actionsOf(table).find((each) => each.movesMoney && allowsAction(each, row));
    return action && { table, row, action };
  };
  const ofItems = items.flatMap((row) => {
    const target = targetOf("order_items", row);
    const left = refundableOf(row, page);
    if (!target || left === 0) return [];
    return { title: words.refundLine(textOf(row["name"]), moneyText(left, currency)), target };
  });
  const target = targetOf("orders", order);
  if (!target) return ofItems;
  const whole = { ...target, initial: { amount: typedMoney(refundable, currency) } };
  return [
    { title: words.refundWhole(moneyText(refundable, currency)), target: whole },
    ...ofItems,
    { title: words.refundAmount, target },
  ];
}
