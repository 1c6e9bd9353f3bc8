import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Event, need, patch, type SimulatorStore } from "./objects.ts";
import { type ApiCall, listAt, listPage, type Route } from "./requests.ts";

const DELIVERY_TIMEOUT_MS = 10_000;
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000];

export const EVENT_ROUTES: Route[] = [
  { method: "GET", path: "/v1/events", answer: listEvents },
  { method: "GET", path: "/v1/webhook_endpoints", answer: listEndpoints },
];

function listEndpoints({ params, context }: ApiCall) {
  const endpoint = {
    id: "we_papercub",
    enabled_events: ["*"],
    livemode: false,
    status: "enabled",
    url: context.webhookUrl,
  };
  return listPage(params, [endpoint]);
}

function listEvents({ params, context }: ApiCall) {
  const types = listAt(params, "types");
  const isWanted = ({ type }: Event) => types.length === 0 || types.includes(type);
  return listPage(params, context.store.list("event").filter(isWanted));
}

/** One attempt to deliver an event; `status` is null when the store could not be reached. */
export type Delivery = { status: number | null; isAccepted: boolean };
export type WebhookOptions = {
  webhookUrl: string;
  webhookSecret: string;
  now: () => Date;
  /** Sends a signed webhook to the store. */
  deliver: (request: Request) => Promise<Response>;
  /** Clock for signature timestamps; `now` by default. */
  signedAt?: () => Date;
  /** Delay before each retry; delivery ends after the last retry. */
  retryDelaysMs?: number[];
  /** Holds back an event until `send` is called for it. */
  holdBack?: (event: Event) => boolean;
};
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Signs and delivers events as Stripe does: right after the response, with retries. */
export function createWebhooks(store: SimulatorStore, options: WebhookOptions) {
  const { retryDelaysMs = RETRY_DELAYS_MS } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();

  const track = <T>(work: Promise<T>): Promise<T> => {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
    return tracked;
  };
  const send = async (event: Event): Promise<Delivery> => {
    const answer = await options.deliver(signedRequest(event, options)).catch(() => null);
    const isAccepted = answer?.ok ?? false;
    if (isAccepted) patch(store, "event", { id: event.id, fields: { pending_webhooks: 0 } });
    return { status: answer?.status ?? null, isAccepted };
  };
  const sendUntilAccepted = async (event: Event) => {
    for (const delayMs of [0, ...retryDelaysMs]) {
      // A retry does not keep the process running, but the first delivery does.
      await sleep(delayMs, null, { ref: delayMs === 0, signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted || (await send(event)).isAccepted) return;
    }
  };

  return {
    /** Delivers a new event. */
    accept(event: Event): void {
      if (!options.holdBack?.(event)) void track(sendUntilAccepted(event));
    },
    /** Sends a held-back event, or an event again as a duplicate. Does not retry. */
    send: (eventId: string) => track(send(need(store, "event", eventId))),
    /** Resolves when no delivery or retry is pending. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
    stop: () => stopping.abort(),
  };
}

/** Returns a `Stripe-Signature` header; `timestamp` is in Unix seconds. */
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
    },
    body,
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
}
