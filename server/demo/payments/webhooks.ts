import { createHmac } from "node:crypto";
import type { z } from "zod";
import blanks from "./blanks.json";
import { listPage, listParams } from "./answers.ts";
import { type Call, listOf, route, text } from "./requests.ts";
import { need, newId, newObject, patch } from "./store.ts";
import type { Event, SimulatorStore } from "./types.ts";

/** The API version whose shapes the simulator answers in. */
export const API_VERSION = blanks.event.api_version;

const DELIVERY_TIMEOUT_MS = 10_000;

const eventList = listParams.extend({ types: listOf(text).optional() });

export const EVENT_ROUTES = [route("GET", "/v1/events", { schema: eventList, answer: listEvents })];

function listEvents({ params, context }: Call<z.infer<typeof eventList>>) {
  const { types, ...page } = params;
  const events = context.store.list("event");
  const items = types ? events.filter(({ type }) => types.includes(type)) : events;
  return listPage(page, { items, url: "/v1/events" });
}

/** Stores the event that something happened to an object, as the object is now. */
export function recordEvent(
  store: SimulatorStore,
  { object, ...event }: Pick<Event, "type" | "created" | "request"> & { object: { id: string } },
): Event {
  const record = newObject("event", { ...event, id: newId("event"), data: { object } });
  store.put("event", record);
  return record;
}

/** One try to hand an event to the store; `status` is null when the store could not be reached. */
export type Delivery = {
  eventId: string;
  type: Event["type"];
  attempt: number;
  status: number | null;
};
export type WebhookOptions = {
  url: string;
  secret: string;
  deliver: (request: Request) => Promise<Response>;
  /** The time put into the signature. */
  signedAt: () => Date;
  /** How long to wait before each further try; no more tries after the last. */
  retryDelaysMs: number[];
  /** Keeps an event from being sent, unless `send` is called for it. */
  holdBack?: ((event: Event) => boolean) | undefined;
};
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Signs events and delivers them as Stripe does: soon after the answer, again when refused. */
export function createWebhooks(store: SimulatorStore, options: WebhookOptions) {
  const pauses = new Map<ReturnType<typeof setTimeout>, () => void>();
  const underWay = new Set<Promise<unknown>>();

  const track = <T>(work: Promise<T>): Promise<T> => {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  };

  const send = async (event: Event, attempt: number): Promise<Delivery> => {
    const status = await statusOf(options.deliver, signedRequest(event, options));
    const delivery = { eventId: event.id, type: event.type, attempt, status };
    if (isAccepted(delivery)) {
      patch(store, "event", { id: event.id, fields: { pending_webhooks: 0 } });
    }
    return delivery;
  };

  const pause = (ms: number) =>
    new Promise<"over" | "stopped">((resolve) => {
      const timer = setTimeout(() => {
        pauses.delete(timer);
        resolve("over");
      }, ms);
      pauses.set(timer, () => resolve("stopped"));
      if (ms > 0) timer.unref?.();
    });

  const sendUntilAccepted = async (event: Event) => {
    for (const [tried, delay] of [0, ...options.retryDelaysMs].entries()) {
      if ((await pause(delay)) === "stopped") return;
      if (isAccepted(await send(event, tried + 1))) return;
    }
  };

  return {
    /** Takes a new event into delivery. */
    accept(event: Event): void {
      if (!options.holdBack?.(event)) void track(sendUntilAccepted(event));
    },
    /** Sends an event now, once: one that was held back, or a second time. */
    send: (eventId: string) => track(send(need(store, "event", eventId), 1)),
    /** Resolves when nothing is being delivered and no further try is planned. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    /** Gives up all planned tries. */
    stop(): void {
      for (const [timer, end] of pauses) {
        clearTimeout(timer);
        end();
      }
      pauses.clear();
    },
  };
}

async function statusOf(
  deliver: WebhookOptions["deliver"],
  request: Request,
): Promise<number | null> {
  try {
    return (await deliver(request)).status;
  } catch {
    return null;
  }
}

/** The value of a `Stripe-Signature` header; `timestamp` is in Unix seconds. */
export function signatureHeader(body: string, signing: { secret: string; timestamp: number }) {
  const { secret, timestamp } = signing;
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}

function signedRequest(event: Event, options: WebhookOptions): Request {
  const body = JSON.stringify(event, null, 2);
  const timestamp = Math.floor(options.signedAt().getTime() / 1000);
  const signature = signatureHeader(body, { secret: options.secret, timestamp });
  return new Request(options.url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Stripe-Signature": signature,
      "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    },
    body,
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
}

function isAccepted({ status }: Delivery): boolean {
  return status !== null && status >= 200 && status < 300;
}
