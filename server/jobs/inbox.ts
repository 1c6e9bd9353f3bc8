import { handleEvent, nextEvent } from "../domain/webhook-inbox.ts";
import type { Deps } from "../deps.ts";

/** Handles every stored webhook that is due now. */
export async function handleDueEvents(deps: Deps): Promise<void> {
  for (let event = nextEvent(deps); event; event = nextEvent(deps)) await handleEvent(deps, event);
}
