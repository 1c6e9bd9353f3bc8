/** Look of a state: `good` is done, `wait` in progress, `bad` needs attention, `plain` neutral. */
export type Tone = "good" | "wait" | "bad" | "plain";

/** Displayed state: its word and its tone. */
export type State = { text: string; tone: Tone };

const state = (text: string, tone: Tone): State => ({ text, tone });

/** Words and tones of all states by subject and stored value, for tables, pages and mails. */
export const STATES = {
  orders: {
    creating: state("Not started", "plain"),
    open: state("Not paid yet", "wait"),
    processing: state("Payment processing", "wait"),
    paid: state("Paid", "good"),
    expired: state("Expired", "plain"),
    failed: state("Failed", "bad"),
    partly_refunded: state("Partly refunded", "plain"),
    refunded: state("Refunded", "plain"),
  },
  mails: {
    queued: state("Waiting", "wait"),
    sending: state("Being sent", "wait"),
    sent: state("Sent", "good"),
    dead: state("Not delivered", "bad"),
  },
  refunds: {
    pending: state("On its way", "wait"),
    succeeded: state("Refunded", "good"),
    failed: state("Refused", "bad"),
  },
  messages: {
    new: state("Unread", "bad"),
    suspect: state("Held back as spam", "plain"),
    answered: state("Answered", "plain"),
    done: state("Done", "plain"),
  },
  subscriptions: {
    active: state("Active", "good"),
    trialing: state("On trial", "good"),
    incomplete: state("First payment open", "wait"),
    paused: state("Paused", "wait"),
    past_due: state("Payment failed", "bad"),
    unpaid: state("Not paid", "bad"),
    canceled: state("Ended", "plain"),
    incomplete_expired: state("Never paid", "plain"),
  },
} as const satisfies Record<string, Record<string, State>>;

export type StateSubject = keyof typeof STATES;

/** Returns the displayed state of a stored value; unknown values are shown as stored. */
export function stateOf(subject: StateSubject | undefined, value: string): State {
  const states: Record<string, State> = subject ? STATES[subject] : {};
  return (Object.hasOwn(states, value) && states[value]) || state(value, "plain");
}

/** Rules of a column that has a state: all stored values of its subject, or some, with their words. */
export function stateRules(
  subject: StateSubject,
  values: readonly string[] = Object.keys(STATES[subject]),
) {
  const enumNames = values.map((value) => stateOf(subject, value).text);
  return { format: "state", states: subject, enum: values, enumNames } as const;
}
