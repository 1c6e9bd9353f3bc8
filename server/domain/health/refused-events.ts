import type { RefusedEvents } from "../../ports/health.ts";

/** As many refused bodies are remembered: strangers can send any number. */
const MOST_REMEMBERED = 100;

type Refusal = Parameters<RefusedEvents["note"]>[1];

/** Remembers the latest refused webhooks. */
export function refusedEvents(): RefusedEvents {
  const remembered = new Map<string, Refusal>();
  let genuine: (Refusal & { eventId: string }) | null = null;
  return {
    note(eventId, refusal) {
      // What was refused last stands last, and what stands first is forgotten first.
      remembered.delete(eventId);
      remembered.set(eventId, refusal);
      const [oldest] = remembered.keys();
      if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    },
    confirm(eventId) {
      const refusal = remembered.get(eventId);
      if (refusal && (!genuine || genuine.at <= refusal.at)) genuine = { ...refusal, eventId };
    },
    genuine: () => genuine,
  };
}
