import { handleEvent, nextEvent } from "../domain/money/webhook-inbox.ts";
import type { Deps } from "../deps.ts";
import { nextTurn } from "../process/next-turn.ts";

/** Handles all stored webhooks that are due, until the store stops. */
export async function handleDueEvents(deps: Deps): Promise<void> {
  while (!deps.stopping?.aborted) {
    const event = nextEvent(deps);
    if (!event) return;
    await handleEvent(deps, event);
    // Most events need no call to the provider, so this loop would block requests.
    await nextTurn();
  }
}
