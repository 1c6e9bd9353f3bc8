import { createHmac } from "node:crypto";
import type { z } from "zod";
import blanks from "./blanks.json";
import { listPage, listParams } from "./answers.ts";
import { type Call, listOf, route, text } from "./requests.ts";
import { need, newId, newObject, patch } from "./store.ts";
import type { Event, SimulatorStore, WebhookEndpoint } from "./types.ts";

/** The API version whose shapes the simulator answers in. */
export const API_VERSION = blanks.event.api_version;

const DELIVERY_TIMEOUT_MS = 10_000;
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000];

const eventList = listParams.extend({ types: listOf(text).optional() });

export const EVENT_ROUTES = [
  route("GET", "/v1/events", { schema: eventList, answer: listEvents }),
  route("GET", "/v1/webhook_endpoints", { schema: listParams, answer: listEndpoints }),
];

/** One endpoint is set up here, for good: where all webhooks are sent. */
function listEndpoints({ params, context }: Call<z.infer<typeof listParams>>) {
  const { webhookUrl: url } = context;
  const endpoint: WebhookEndpoint = newObject("webhook_endpoint", {
    id: "we_papercub",
    created: 0,
    url,
  });
  return listPage(params, { items: [endpoint], url: "/v1/webhook_endpoints" });
}

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
export type Delivery = { status: number | null; isAccepted: boolean };
export type WebhookOptions = {
  webhookUrl: string;
  webhookSecret: string;
  now: () => Date;
  /** How a signed webhook reaches the store. */
  deliver: (request: Request) => Promise<Response>;
  /** The time put into signatures; `now` when left out. */
  signedAt?: () => Date;
  /** How long to wait before each further try; no more tries after the last. */
  retryDelaysMs?: number[];
  /** Keeps an event from being sent, unless `send` is called for it. */
  holdBack?: (event: Event) => boolean;
};
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Signs events and delivers them as Stripe does: soon after the answer, again when refused. */
export function createWebhooks(store: SimulatorStore, options: WebhookOptions) {
  const { retryDelaysMs = RETRY_DELAYS_MS } = options;
  const pauses = new Map<ReturnType<typeof setTimeout>, () => void>();
  const underWay = new Set<Promise<unknown>>();

  const track = <T>(work: Promise<T>): Promise<T> => {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  };

  const send = async (event: Event): Promise<Delivery> => {
    const answer = await options.deliver(signedRequest(event, options)).catch(() => null);
    const isAccepted = answer?.ok ?? false;
    if (isAccepted) patch(store, "event", { id: event.id, fields: { pending_webhooks: 0 } });
    return { status: answer?.status ?? null, isAccepted };
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
    for (const delayMs of [0, ...retryDelaysMs]) {
      if ((await pause(delayMs)) === "stopped") return;
      if ((await send(event)).isAccepted) return;
    }
  };

  return {
    /** Takes a new event into delivery. */
    accept(event: Event): void {
      if (!options.holdBack?.(event)) void track(sendUntilAccepted(event));
    },
    /** Sends an event now, once: one that was held back, or a second time. */
    send: (eventId: string) => track(send(need(store, "event", eventId))),
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

/** The value of a `Stripe-Signature` header; `timestamp` is in Unix seconds. */
export function signatureHeader(body: string, signing: { secret: string; timestamp: number }) {
  const { secret, timestamp } = signing;
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}

function signedRequest(event: Event, options: WebhookOptions): Request {
  const { webhookUrl, webhookSecret: secret, signedAt = options.now } = options;
  const body = JSON.stringify(event, null, 2);
  const timestamp = Math.floor(signedAt().getTime() / 1000);
  return new Request(webhookUrl, {
    method: "POST",
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Stripe-Signature": signatureHeader(body, { secret, timestamp }),
      "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    },
    body,
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
}
