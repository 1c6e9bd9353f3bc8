import { invalid } from "./api-error.ts";
import type { Kind, SimulatorStore } from "./types.ts";

const MAXIMUM_DEPTH = 4;
const LISTED_LINES = 10;

/** References that may be replaced by the object they name, with its kind. */
const REFERENCES = new Map<string, Kind>([
  ["invoice", "invoice"],
  ["latest_invoice", "invoice"],
  ["payment_intent", "payment_intent"],
  ["product", "product"],
  ["subscription", "subscription"],
]);

type Fields = { [field: string]: unknown };
type Path = { parts: string[]; path: string };

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

function expandAt(store: SimulatorStore, target: unknown, { parts, path }: Path): void {
  const [part, ...rest] = parts;
  if (part === undefined || target === null) return;
  if (Array.isArray(target)) {
    for (const entry of target) expandAt(store, entry, { parts, path });
    return;
  }
  if (!isFields(target)) throw cannotExpand(path);
  const shown = target[part];
  const kind = REFERENCES.get(part);
  const hidden = hiddenList(store, target, part);
  const value =
    typeof shown === "string" && kind
      ? structuredClone(store.find(kind, shown))
      : (shown ?? hidden ?? null);
  const isEnd = kind !== undefined || hidden !== undefined || part === "data" || rest.length > 0;
  const isKnown = part in target || hidden !== undefined;
  if (typeof value !== "object" || !isKnown || !isEnd) throw cannotExpand(path);
  target[part] = value;
  expandAt(store, value, { parts: rest, path });
}

/** Lists that an object shows only when they are asked for. */
function hiddenList(store: SimulatorStore, target: Fields, part: string): object | undefined {
  const id = String(target.id);
  if (target.object === "checkout.session" && part === "line_items") {
    const lines = store.find("session_plan", id)?.lines ?? [];
    return {
      object: "list",
      data: structuredClone(lines.slice(0, LISTED_LINES)),
      has_more: lines.length > LISTED_LINES,
      url: `/v1/checkout/sessions/${id}/line_items`,
    };
  }
  if (target.object === "invoice" && part === "payments") {
    const payments = store.list("invoice_payment").filter((payment) => payment.invoice === id);
    const data = structuredClone(payments.toReversed());
    return { object: "list", data, has_more: false, url: `/v1/invoice_payments?invoice=${id}` };
  }
  return undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cannotExpand(path: string) {
  return invalid(`This property cannot be expanded (${path}).`);
}
