import type { Kind, Records, SimulatorStore } from "./types.ts";

type Tables = { [K in Kind]: Map<string, Records[K]> };

/** The kinds of record a store holds. */
export const KINDS = [
  "billing_portal.session",
  "checkout.session",
  "charge",
  "customer",
  "dispute",
  "event",
  "idempotency",
  "invoice",
  "invoice_payment",
  "payment_intent",
  "price",
  "product",
  "refund",
  "session_plan",
  "settlement",
  "subscription",
] as const satisfies Kind[];

/** A store that forgets everything with the process. */
export function memoryStore(): SimulatorStore {
  const tables: Tables = {
    "billing_portal.session": new Map(),
    "checkout.session": new Map(),
    charge: new Map(),
    customer: new Map(),
    dispute: new Map(),
    event: new Map(),
    idempotency: new Map(),
    invoice: new Map(),
    invoice_payment: new Map(),
    payment_intent: new Map(),
    price: new Map(),
    product: new Map(),
    refund: new Map(),
    session_plan: new Map(),
    settlement: new Map(),
    subscription: new Map(),
  };
  return {
    find: (kind, id) => tables[kind].get(id),
    put: (kind, record) => void tables[kind].set(record.id, record),
    list: (kind) => [...tables[kind].values()],
  };
}

/**
 * Replaces some fields of a stored record and returns the new one.
 * @throws when there is no such record: that is a mistake in the simulator itself
 */
export function patch<K extends Kind>(
  store: SimulatorStore,
  kind: K,
  { id, fields }: { id: string; fields: Partial<Records[K]> },
): Records[K] {
  const record = { ...need(store, kind, id), ...fields };
  store.put(kind, record);
  return record;
}

/**
 * Reads a record that another record refers to.
 * @throws when it is missing: that is a mistake in the simulator itself
 */
export function need<K extends Kind>(store: SimulatorStore, kind: K, id: string): Records[K] {
  const record = store.find(kind, id);
  if (!record) throw new Error(`The payment simulator lost ${kind} ${id}`);
  return record;
}
