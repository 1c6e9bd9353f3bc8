import { handleEvent, nextEvent } from "../domain/money/webhook-inbox.ts";
import type { Deps } from "../deps.ts";
import { nextTurn } from "../next-turn.ts";

/** Handles every stored webhook that is due now. */
export async function handleDueEvents(deps: Deps): Promise<void> {
  for (let event = nextEvent(deps); event; event = nextEvent(deps)) {
    await handleEvent(deps, event);
    // Most are known by then: without a question to the provider nothing here would ever wait.
    await nextTurn();
  }
}
