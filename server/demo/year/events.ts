import { eq } from "drizzle-orm";
import { webhookEvents } from "../../../db/store-schema.ts";
import { DAY_MS } from "../../contract/time.ts";
import { recordHandled, storeWebhook } from "../../domain/money/webhook-inbox.ts";
import { toPaymentEvent } from "../../integrations/stripe/events.ts";
import type { Past } from "./play.ts";

/** Less than the 30 days of the provider, because nothing needs older events. */
const KEPT_DAYS = 14;

/** Stores the provider's new events as handled, if they are recent enough that a shop has them. */
export function keepEvents({ tx, deps, provider, now }: Past, until: Date): void {
  const events = provider.takeEvents();
  if (now().getTime() < until.getTime() - KEPT_DAYS * DAY_MS) return;
  for (const event of events) {
    provider.keepEvent(event);
    storeWebhook(deps, toPaymentEvent(event));
    const stored = eq(webhookEvents.eventId, event.id);
    const row = tx.select().from(webhookEvents).where(stored).get();
    if (row) recordHandled(deps, row);
  }
}
