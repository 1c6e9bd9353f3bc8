import type { Event } from "../../../server/demo/payments/objects.ts";
import type { Delivery, Webhooks } from "../../../server/demo/payments/webhooks.ts";

/** `hold` keeps events until `flush`, `drop` never delivers them. */
type WebhookMode = "normal" | "hold" | "drop";
type FlushOptions = {
  order?: "forward" | "reverse" | "shuffled";
  times?: number;
  parallel?: boolean;
};

/** Creates webhooks that a test controls; `holdBack` is passed to the simulator. */
export function plannedWebhooks() {
  let mode: WebhookMode = "normal";
  let held: string[] = [];
  return {
    holdBack({ id }: Event): boolean {
      if (mode === "hold") held.push(id);
      return mode !== "normal";
    },
    control: (webhooks: Webhooks) => {
      const send = async (id: string): Promise<Delivery> => {
        const delivery = await webhooks.send(id);
        if (delivery.status === 200) held = held.filter((other) => other !== id);
        return delivery;
      };
      return {
        idle: webhooks.idle,
        send,
        get mode() {
          return mode;
        },
        set mode(next: WebhookMode) {
          mode = next;
        },
        /** Sends the held events; events that the store rejects stay held. */
        async flush({ order = "forward", times = 1, parallel }: FlushOptions = {}) {
          const ids = inOrder(held, order).flatMap((id) => Array.from({ length: times }, () => id));
          if (parallel) return Promise.all(ids.map(send));
          const sent: Delivery[] = [];
          for (const id of ids) sent.push(await send(id));
          return sent;
        },
      };
    },
  };
}

function inOrder(ids: string[], order: "forward" | "reverse" | "shuffled"): string[] {
  if (order === "forward") return [...ids];
  if (order === "reverse") return ids.toReversed();
  return ids
    .map((id) => ({ id, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ id }) => id);
}
