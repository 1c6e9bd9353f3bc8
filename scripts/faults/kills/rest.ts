import Database from "better-sqlite3";
import { until } from "../shared/until.ts";
import type { Market } from "./buyers.ts";
import { truthOf } from "./ledger.ts";

const REST_LIMIT_MS = 120_000;
const ROUNDS = 5;

/** Resolves when every webhook is answered and handled and every paid session's order is paid. */
export async function comeToRest({ simulator, ledger }: Market, database: string): Promise<void> {
  const { webhooks, events } = simulator.control;
  for (let round = 0; round < ROUNDS; round++) {
    await webhooks.idle();
    const refused = events().filter((event) => event.pending_webhooks > 0);
    for (const event of refused) await webhooks.send(event.id);
  }
  const { paid } = truthOf(simulator, ledger);
  const sqlite = new Database(database, { readonly: true });
  const count = (query: string) => sqlite.prepare<[], number>(query).pluck().get() ?? 0;
  try {
    await until(
      () =>
        count("SELECT count(*) FROM webhook_events WHERE handled_at IS NULL") === 0 &&
        count("SELECT count(*) FROM orders WHERE status = 'paid'") >= paid.size,
      { what: "the store has handled everything", limitMs: REST_LIMIT_MS },
    ).catch(() => {
      // What is missing by now is what the check will name.
    });
  } finally {
    sqlite.close();
  }
}
