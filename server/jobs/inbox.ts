import { handleEvent, nextEvent } from "../domain/money/webhook-inbox.ts";
import type { Deps } from "../deps.ts";
import { nextTurn } from "../process/next-turn.ts";

/** Handles every stored webhook that is due now, until the store stops. */
export async function handleDueEvents(deps: Deps): Promise<void> {
  while (!deps.stopping?.aborted) {
    const event = nextEvent(deps);
    if (!event) return;
    await handleEvent(deps, event);
    // Most are known by then: without a question to the provider nothing here would ever wait.
    await nextTurn();
  }
}
