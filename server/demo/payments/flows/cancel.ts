import type { Context, Subscription } from "../types.ts";

/** The fields that make a subscription end with its period, or go on after all. */
export function cancelAtPeriodEnd(
  context: Context,
  subscription: Subscription,
  cancel: boolean,
): Partial<Subscription> {
  const end = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  return {
    cancel_at: cancel ? end : null,
    cancel_at_period_end: cancel,
    canceled_at: cancel ? context.now() : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: cancel ? "cancellation_requested" : null,
    },
  };
}
