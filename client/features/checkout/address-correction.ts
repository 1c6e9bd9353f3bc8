import { suggestEmail } from "../../../server/contract/email-suggestion.ts";
import { messages } from "../../../server/contract/messages.ts";

/** Why the address was not changed; `field` is true when the text in the field is the reason. */
export type Problem = { message: string; field: boolean };

/** How far the buyer is with correcting the address. `sending` is the address on its way. */
export type Correction =
  /** Nothing done yet: the page asks by itself when the address looks mistyped. */
  | { kind: "untouched"; sending?: string }
  | { kind: "closed" }
  | { kind: "open"; text: string; asked?: string; problem?: Problem; sending?: string }
  | ({ kind: "sent" } & Sent);

/**
 * What became of it: where links had been mailed that have ended now, if anywhere, and the numbers of
 * other orders that moved along.
 */
type Sent = { oldAddress: string | null; linksLost: boolean; alsoMoved: string[] };

export type CorrectionEvent =
  | { type: "open"; address: string }
  | { type: "close" }
  | { type: "write"; text: string }
  /** The buyer leaves the field, or wants its text sent. */
  | { type: "leave" }
  | { type: "submit" }
  /** A suggestion was accepted. */
  | { type: "accept"; suggestion: string }
  | { type: "fail"; problem: Problem }
  | ({ type: "succeed" } & Sent);

/** The state that follows an event; the same state when the event means nothing in it. */
export function nextCorrection(state: Correction, event: CorrectionEvent): Correction {
  const sending = sendingOf(state);
  if (event.type === "succeed") {
    const { oldAddress, linksLost, alsoMoved } = event;
    return { kind: "sent", oldAddress, linksLost, alsoMoved };
  }
  if (event.type === "fail") {
    if (sending === undefined) return state;
    return { kind: "open", text: sending, problem: event.problem };
  }
  if (sending !== undefined) return state;
  if (event.type === "open") return { kind: "open", text: event.address };
  if (event.type === "close") return { kind: "closed" };
  if (event.type === "accept") {
    const form = state.kind === "open" ? state : ({ kind: "untouched" } as const);
    return { ...form, sending: event.suggestion };
  }
  return state.kind === "open" ? nextForm(state, event) : state;
}

type Form = Extract<Correction, { kind: "open" }>;
type FormEvent = Extract<CorrectionEvent, { type: "write" | "leave" | "submit" }>;

function nextForm(form: Form, event: FormEvent): Form {
  if (event.type === "write") return { kind: "open", text: event.text };
  const text = form.text.trim();
  if (text === "" && event.type === "submit") {
    return { ...form, problem: { message: messages.emailMissing, field: true } };
  }
  const asks = form.asked !== text && suggestEmail(text) !== undefined;
  if (asks) return { ...form, asked: text, problem: undefined };
  return event.type === "submit" ? { ...form, sending: text, problem: undefined } : form;
}

/** The address on its way to the server. */
export function sendingOf(state: Correction): string | undefined {
  return "sending" in state ? state.sending : undefined;
}

/**
 * The address to ask about: a better one for the order's own until the buyer does something, then
 * for the text in the form once the buyer has left or sent it.
 */
export function questionOf(state: Correction, address: string): string | undefined {
  if (state.kind === "untouched") return suggestEmail(address);
  return state.kind === "open" && state.asked !== undefined ? suggestEmail(state.asked) : undefined;
}
