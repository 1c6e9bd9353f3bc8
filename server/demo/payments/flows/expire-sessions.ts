import { patch } from "../store.ts";
import type { Context, Session } from "../types.ts";

/** Ends an open session without payment and tells so. */
export function expireSession(context: Context, sessionId: string): Session {
  const expired = patch(context.store, "checkout.session", {
    id: sessionId,
    fields: { status: "expired", url: null },
  });
  context.emit("checkout.session.expired", expired);
  return expired;
}

/** Ends every open session whose time is over. */
export function expireDue(context: Context): void {
  const now = context.now();
  for (const session of context.store.list("checkout.session")) {
    if (session.status === "open" && session.expires_at <= now) expireSession(context, session.id);
  }
}
