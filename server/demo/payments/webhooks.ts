import { createHmac } from "node:crypto";
import { randomText } from "./ids.ts";
import { need, patch } from "./store.ts";
import type { Event, SimulatorStore } from "./types.ts";

const OLD_SIGNATURE_SECONDS = 600;
const DELIVERY_TIMEOUT_MS = 10_000;
const KEPT_DELIVERIES = 10_000;

/** One try to hand an event to the store; `status` is null when the store could not be reached. */
export type Delivery = {
  eventId: string;
  type: Event["type"];
  attempt: number;
  status: number | null;
};
export type WebhookMode = "normal" | "hold" | "drop" | "early";
export type Forgery = {
  /** Signed with a secret the store does not have. */
  badSignature?: boolean;
  /** Signed ten minutes ago. */
  oldTimestamp?: boolean;
};
export type FlushOptions = Forgery & {
  order?: "forward" | "reverse" | "shuffled";
  /** How often each event is sent. */
  times?: number;
  /** All at once instead of one after the other. */
  parallel?: boolean;
};
export type WebhookOptions = {
  url: string;
  secret: string;
  deliver: (request: Request) => Promise<Response>;
  /** The time put into the signature. */
  signedAt: () => Date;
  /** How long to wait before each further try; no more tries after the last. */
  retryDelaysMs: number[];
};
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Signs events and delivers them as Stripe does: soon after the answer, again when refused. */
export function createWebhooks(store: SimulatorStore, options: WebhookOptions) {
  const deliveries: Delivery[] = [];
  const pauses = new Map<ReturnType<typeof setTimeout>, () => void>();
  const firstTries = new Set<Promise<unknown>>();
  let held: string[] = [];
  let underWay = 0;
  let waiting: (() => void)[] = [];
  let mode: WebhookMode = "normal";

  const track = async <T>(work: Promise<T>): Promise<T> => {
    underWay += 1;
    try {
      return await work;
    } finally {
      underWay -= 1;
      if (underWay === 0) {
        for (const resolve of waiting) resolve();
        waiting = [];
      }
    }
  };

  const send = async (event: Event, attempt: number, forgery: Forgery = {}): Promise<Delivery> => {
    const status = await statusOf(options.deliver, signedRequest(event, options, forgery));
    const delivery = { eventId: event.id, type: event.type, attempt, status };
    deliveries.push(delivery);
    if (deliveries.length > KEPT_DELIVERIES) deliveries.shift();
    if (isAccepted(delivery)) {
      held = held.filter((id) => id !== event.id);
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

  const firstTry = async (event: Event) => {
    if ((await pause(0)) === "over") return send(event, 1);
    return undefined;
  };

  const sendUntilAccepted = async (event: Event, first: Promise<Delivery | undefined>) => {
    let last = await first;
    for (const delay of options.retryDelaysMs) {
      if (!last || isAccepted(last) || (await pause(delay)) === "stopped") return;
      last = await send(event, last.attempt + 1);
    }
  };

  return {
    get mode() {
      return mode;
    },
    /**
     * `normal` delivers after the answer, `early` before the buyer is sent back, `hold` keeps
     * events until `flush`, `drop` never delivers them.
     */
    set mode(next: WebhookMode) {
      mode = next;
    },

    /** Takes a new event into delivery. */
    accept(event: Event): void {
      if (mode === "drop") return;
      if (mode === "hold") {
        held.push(event.id);
        return;
      }
      const first = firstTry(event);
      firstTries.add(first);
      void first.finally(() => firstTries.delete(first));
      void track(sendUntilAccepted(event, first));
    },

    /** Resolves when every new event was tried once. */
    async tried(): Promise<void> {
      await Promise.all(firstTries);
    },

    /** In `early` mode waits until every new event was tried once; else does nothing. */
    async beforeReturn(): Promise<void> {
      if (mode === "early") await Promise.all(firstTries);
    },

    /** Sends an event now, once; for events that were dropped, or a second time. */
    send: (eventId: string, forgery: Forgery = {}) =>
      track(send(need(store, "event", eventId), 1, forgery)),

    /** Sends the held events; those the store does not accept stay held. */
    async flush(flush: FlushOptions = {}): Promise<Delivery[]> {
      const events = inOrder(held, flush.order ?? "forward").flatMap((id) =>
        Array.from({ length: flush.times ?? 1 }, () => need(store, "event", id)),
      );
      if (flush.parallel) return Promise.all(events.map((event) => track(send(event, 1, flush))));
      const sent: Delivery[] = [];
      for (const event of events) sent.push(await track(send(event, 1, flush)));
      return sent;
    },

    /** Ids of the events held back, oldest first. */
    held: () => [...held],
    /** The latest tries, oldest first. */
    deliveries: () => [...deliveries],
    /** Resolves when nothing is being delivered and no further try is planned. */
    idle: (): Promise<void> =>
      underWay === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
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

function signedRequest(event: Event, options: WebhookOptions, forgery: Forgery): Request {
  const body = JSON.stringify(event, null, 2);
  const signedAt = Math.floor(options.signedAt().getTime() / 1000);
  const signature = signatureHeader(body, {
    secret: forgery.badSignature ? `whsec_${randomText(32)}` : options.secret,
    timestamp: forgery.oldTimestamp ? signedAt - OLD_SIGNATURE_SECONDS : signedAt,
  });
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

function inOrder(ids: string[], order: "forward" | "reverse" | "shuffled"): string[] {
  if (order === "forward") return [...ids];
  if (order === "reverse") return ids.toReversed();
  return ids
    .map((id) => ({ id, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ id }) => id);
}

function isAccepted({ status }: Delivery): boolean {
  return status !== null && status >= 200 && status < 300;
}
