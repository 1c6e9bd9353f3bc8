import { invalid, noSuch } from "../api-error.ts";
import { createSession } from "../flows/create-session.ts";
import { expireSession } from "../flows/expire-sessions.ts";
import { listPage } from "../list-page.ts";
import { nested } from "../params.ts";
import type { ApiCall, Route } from "../call.ts";
import { need } from "../store.ts";
import type { Session } from "../types.ts";

export const CHECKOUT_ROUTES: Route[] = [
  {
    method: "POST",
    path: "/v1/checkout/sessions",
    handler: ({ reader, context }) => createSession(reader, context),
  },
  { method: "GET", path: "/v1/checkout/sessions", handler: listSessions },
  { method: "GET", path: "/v1/checkout/sessions/:id", handler: retrieveSession },
  { method: "GET", path: "/v1/checkout/sessions/:id/line_items", handler: listLineItems },
  { method: "POST", path: "/v1/checkout/sessions/:id/expire", handler: expire },
];

function retrieveSession(call: ApiCall): Session {
  call.reader.only("expand");
  return findSession(call);
}

function listSessions({ reader, context }: ApiCall) {
  const details = nested(reader, "customer_details");
  details?.only("email");
  const email = details?.string("email");
  return listPage(reader, {
    items: context.store
      .list("checkout.session")
      .filter((session) => email === undefined || session.customer_details?.email === email),
    url: "/v1/checkout/sessions",
    filters: {
      customer: (session, wanted) => session.customer === wanted,
      payment_intent: (session, wanted) => session.payment_intent === wanted,
      status: (session, wanted) => session.status === wanted,
      subscription: (session, wanted) => session.subscription === wanted,
    },
    others: ["customer_details"],
  });
}

function listLineItems(call: ApiCall) {
  const session = findSession(call);
  const { lines } = need(call.context.store, "session_plan", session.id);
  return listPage(call.reader, {
    // A session's lines come in the order they were given, unlike every other list.
    items: lines.toReversed(),
    url: `/v1/checkout/sessions/${session.id}/line_items`,
    filters: {},
  });
}

function expire(call: ApiCall): Session {
  call.reader.only("expand");
  const session = findSession(call);
  if (session.status !== "open") {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  return expireSession(call.context, session.id);
}

function findSession({ context, id }: ApiCall): Session {
  const session = context.store.find("checkout.session", id);
  if (!session) throw noSuch("checkout.session", { id, param: "session" });
  return session;
}
