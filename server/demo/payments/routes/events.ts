import { noSuch } from "../api-error.ts";
import { listPage } from "../list-page.ts";
import type { ApiCall, Route } from "../call.ts";
import type { Event } from "../types.ts";

export const EVENT_ROUTES: Route[] = [
  { method: "GET", path: "/v1/events", handler: listEvents },
  { method: "GET", path: "/v1/events/:id", handler: retrieveEvent },
];

function retrieveEvent({ reader, context, id }: ApiCall): Event {
  reader.only("expand");
  const event = context.store.find("event", id);
  if (!event) throw noSuch("event", { id, param: "id" });
  return event;
}

function listEvents({ reader, context }: ApiCall) {
  const types = reader.strings("types");
  return listPage(reader, {
    items: context.store
      .list("event")
      .filter(({ type }) => types.length === 0 || types.includes(type)),
    url: "/v1/events",
    filters: {
      type: ({ type }, wanted) => matchesType(type, wanted),
      delivery_success: (event, wanted) => String(event.pending_webhooks === 0) === wanted,
    },
    others: ["types"],
  });
}

function matchesType(type: string, wanted: string): boolean {
  return wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
