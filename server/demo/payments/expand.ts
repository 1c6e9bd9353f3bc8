import { invalid } from "./api-error.ts";
import { KINDS } from "./store.ts";
import type { SimulatorStore } from "./types.ts";

const MAXIMUM_DEPTH = 4;
const LISTED_LINES = 10;

/** References that may be replaced by the object they name. */
const REFERENCES = new Set([
  "charge",
  "customer",
  "default_price",
  "invoice",
  "latest_charge",
  "latest_invoice",
  "payment_intent",
  "price",
  "product",
  "subscription",
]);

type Fields = { [field: string]: unknown };

/**
 * Returns a copy of an answer with the properties named by `expand[]` filled in, such as
 * `line_items.data.price.product`. A property that cannot be expanded is refused as Stripe does.
 */
export function expandAnswer(store: SimulatorStore, answer: object, paths: string[]): object {
  const copy = { ...structuredClone(answer) };
  for (const path of paths) {
    const parts = path.split(".");
    if (parts.length > MAXIMUM_DEPTH) {
      throw invalid(
        `You cannot expand more than ${MAXIMUM_DEPTH} levels of a property. Property: ${path}`,
      );
    }
    expandAt(store, copy, { parts, path });
  }
  return copy;
}

function expandAt(
  store: SimulatorStore,
  target: unknown,
  { parts, path }: { parts: string[]; path: string },
): void {
  const [part, ...rest] = parts;
  if (part === undefined || target === null) return;
  if (Array.isArray(target)) {
    for (const entry of target) expandAt(store, entry, { parts, path });
    return;
  }
  if (!isFields(target)) throw cannotExpand(path);
  const value = included(store, target, part) ?? target[part];
  if (value === undefined) {
    if (isOptional(target, part)) return;
    throw cannotExpand(path);
  }
  const isReference = REFERENCES.has(part);
  if (typeof value === "string" && isReference) {
    target[part] = structuredClone(resolve(store, value)) ?? value;
  } else if (typeof value === "object") {
    target[part] = value;
    if (rest.length === 0 && value !== null && !isIncluded(target, part) && !isReference) {
      throw cannotExpand(path);
    }
  } else {
    throw cannotExpand(path);
  }
  expandAt(store, target[part], { parts: rest, path });
}

/** Lists that an object shows only when they are asked for. */
function included(store: SimulatorStore, target: Fields, part: string): unknown {
  const id = String(target.id);
  if (typeof target[part] === "object" && target[part] !== null) return target[part];
  if (target.object === "checkout.session" && part === "line_items") {
    const lines = store.find("session_plan", id)?.lines ?? [];
    return {
      object: "list",
      data: structuredClone(lines.slice(0, LISTED_LINES)),
      has_more: lines.length > LISTED_LINES,
      url: `/v1/checkout/sessions/${id}/line_items`,
    };
  }
  if (target.object === "charge" && part === "refunds") {
    const refunds = store.list("refund").filter((refund) => refund.charge === id);
    return listOf(refunds.toReversed(), `/v1/charges/${id}/refunds`);
  }
  if (target.object === "invoice" && part === "payments") {
    const payments = store.list("invoice_payment").filter((payment) => payment.invoice === id);
    return listOf(payments.toReversed(), `/v1/invoice_payments?invoice=${id}`);
  }
  return undefined;
}

function isIncluded(target: Fields, part: string): boolean {
  return (
    part === "data" ||
    (target.object === "checkout.session" && part === "line_items") ||
    (target.object === "charge" && part === "refunds") ||
    (target.object === "invoice" && part === "payments")
  );
}

// A payment that is no payment intent has no such field; that is no mistake of the caller.
function isOptional(target: Fields, part: string): boolean {
  return REFERENCES.has(part) && "type" in target;
}

function resolve(store: SimulatorStore, id: string): object | undefined {
  for (const kind of KINDS) {
    const record = store.find(kind, id);
    if (record) return record;
  }
  return undefined;
}

function listOf(data: object[], url: string) {
  return { object: "list", data: structuredClone(data), has_more: false, url };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cannotExpand(path: string) {
  return invalid(`This property cannot be expanded (${path}).`);
}
