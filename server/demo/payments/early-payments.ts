import type { LoggedRequest } from "./call.ts";
import { completeSession, type PayInput } from "./flows/complete-session.ts";
import type { Answer } from "./idempotency.ts";
import type { Context } from "./types.ts";
import type { Webhooks } from "./webhooks.ts";

const CREATION = { method: "POST", path: "/v1/checkout/sessions" };

export type EarlyPayments = ReturnType<typeof createEarlyPayments>;

/**
 * Payments that overtake the answer to the call that made their session: the worst that a slow
 * network can do to the order of an answer and a webhook.
 */
export function createEarlyPayments(context: Context, webhooks: Webhooks) {
  let planned: PayInput | undefined;
  return {
    /** Plans to pay the session that is created next. */
    plan(input: PayInput): void {
      planned = input;
    },
    /** Pays the session of this answer, when that is planned, and waits for its webhooks' first try. */
    async beforeAnswer({ method, path }: LoggedRequest, answer: Answer): Promise<void> {
      const created = method === CREATION.method && path === CREATION.path;
      if (!planned || !created || answer.status !== 200) return;
      const input = planned;
      planned = undefined;
      const { id } = JSON.parse(answer.body) as { id: string };
      completeSession(context, id, input);
      await webhooks.tried();
    },
  };
}
