/** As many refused bodies are remembered: strangers can send any number. */
const MOST_REMEMBERED = 100;

/** A webhook that was refused because its signature does not fit. */
type Refusal = {
  at: Date;
  /** Its time is too far from this clock's: another clock might have taken it. */
  isOutOfTime: boolean;
};

/**
 * Of refused webhooks the events that they say they are. A bad signature alone says nothing, for any
 * stranger can send one; an event that the provider lists as well was sent by the provider (decision:
 * health-lines).
 */
export type RefusedEvents = {
  note: (eventId: string, refusal: Refusal) => void;
  /** The provider lists this event. */
  confirm: (eventId: string) => void;
  /** The last refused event that the provider has sent; null when there is none. */
  genuine: () => (Refusal & { eventId: string }) | null;
};

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
