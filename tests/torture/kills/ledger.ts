import type { TestSimulator } from "../../support/stripe/simulator.ts";
import type { Truth } from "../check/check-store.ts";

/** What the harness itself saw: what the store has acknowledged, and who wanted to buy what. */
export type Ledger = {
  events: Set<string>;
  sessions: Set<string>;
  /** Products by the session that a buyer was given. */
  carts: Map<string, number[]>;
  /** Notes that a webhook was answered 2xx, or that a buyer was told that a session is paid. */
  acknowledge: (kind: "events" | "sessions", id: string) => void;
};

/** An empty ledger; `note` hears of each acknowledgement once, at the moment it is received. */
export function newLedger(note: Ledger["acknowledge"] = () => {}): Ledger {
  const kept = { events: new Set<string>(), sessions: new Set<string>() };
  return {
    ...kept,
    carts: new Map(),
    acknowledge(kind, id) {
      if (kept[kind].has(id)) return;
      kept[kind].add(id);
      note(kind, id);
    },
  };
}

/** A `deliver` for the simulator: each webhook goes out twice at the same moment. */
export function deliverTwice(ledger: Ledger) {
  return async (request: Request): Promise<Response> => {
    const body = await request.text();
    const { method, headers, signal } = request;
    const send = () => fetch(request.url, { method, headers, body, signal });
    const [one, other] = await Promise.allSettled([send(), send()]);
    for (const answer of [one, other]) {
      if (answer.status === "fulfilled" && answer.value.ok)
        ledger.acknowledge("events", idOf(body));
    }
    if (one.status === "rejected") throw one.reason;
    if (other.status === "rejected") throw other.reason;
    return one.value.ok ? other.value : one.value;
  };
}

function idOf(event: string): string {
  return (JSON.parse(event) as { id: string }).id;
}

/** What must be found in the store's database, from the provider's records and the ledger. */
export function truthOf({ control }: TestSimulator, ledger: Ledger): Truth {
  const paid: Truth["paid"] = new Map();
  for (const session of control.sessions()) {
    if (session.payment_status !== "paid") continue;
    const productIds = ledger.carts.get(session.id) ?? [];
    paid.set(session.id, { productIds, amount: session.amount_total ?? 0 });
  }
  return { paid, acknowledgedEvents: ledger.events, acknowledgedSessions: ledger.sessions };
}
