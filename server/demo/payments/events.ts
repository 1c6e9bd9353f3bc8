import type { Stripe } from "stripe";
import { newId } from "./ids.ts";
import { listPage } from "./lists.ts";
import type {
  ApiCall,
  Event,
  EventObjects,
  EventType,
  RequestCause,
  Route,
  SimulatorStore,
} from "./types.ts";

/** The API version whose shapes the simulator answers in. */
export const API_VERSION = "2026-10-28.endive" satisfies Stripe.LatestApiVersion;

export const EVENT_ROUTES: Route[] = [{ method: "GET", path: "/v1/events", handler: listEvents }];

/** Stores the event that something happened to an object, as the object is now. */
export function recordEvent<T extends EventType>(
  store: SimulatorStore,
  event: {
    type: T;
    object: EventObjects[T];
    previous: Partial<EventObjects[T]> | undefined;
    cause: RequestCause;
    created: number;
  },
): Event {
  const record: Event = {
    id: newId("event"),
    object: "event",
    api_version: API_VERSION,
    created: event.created,
    data: {
      object: event.object,
      ...(event.previous && { previous_attributes: event.previous }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: event.cause,
    type: event.type,
  };
  store.put("event", record);
  return record;
}

function listEvents({ reader, context }: ApiCall) {
  const types = reader.strings("types");
  return listPage(reader, {
    items: context.store
      .list("event")
      .filter(({ type }) => types.length === 0 || types.includes(type)),
    url: "/v1/events",
    others: ["types"],
  });
}
