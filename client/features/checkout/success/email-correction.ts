import { useReducer, useRef } from "react";
import { suggestEmail } from "../../../../server/contract/email-suggestion.ts";
import { messages } from "../../../../server/contract/messages.ts";
import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import { ApiError } from "../../../lib/answer.ts";
import { type Api, api } from "../../../lib/api.ts";
import type { PageSource } from "../../../../server/contract/pages.ts";
import { usePage } from "../../../lib/page-context.ts";
import { isRefusedFor, readableMessage } from "../../../lib/readable-error.ts";
import { useFocusAfterRender } from "../../../lib/focus.ts";
import { loadPurchase } from "./purchase-state.ts";

/** Why the email was not changed; `field` is true when the text in the field is the reason. */
export type Problem = { message: string; field: boolean };

/** How far the buyer is with correcting the email. `sending` is the email on its way. */
export type Correction =
  /** Nothing done yet: the page asks by itself when the email looks mistyped. */
  | { kind: "untouched"; sending?: string }
  | { kind: "closed" }
  | { kind: "open"; text: string; asked?: string; problem?: Problem; sending?: string }
  | ({ kind: "sent" } & Sent);

/**
 * What became of it: where links had been mailed that have ended now, if anywhere, and the numbers of
 * other orders that moved along.
 */
type Sent = { oldEmail: string | null; linksLost: boolean; alsoMoved: string[] };

export type CorrectionEvent =
  | { type: "open"; email: string }
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
    const { oldEmail, linksLost, alsoMoved } = event;
    return { kind: "sent", oldEmail, linksLost, alsoMoved };
  }
  if (event.type === "fail") {
    if (sending === undefined) return state;
    return { kind: "open", text: sending, problem: event.problem };
  }
  if (sending !== undefined) return state;
  if (event.type === "open") return { kind: "open", text: event.email };
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

/** The email on its way to the server. */
function sendingOf(state: Correction): string | undefined {
  return "sending" in state ? state.sending : undefined;
}

/**
 * The email to ask about: a better one for the order's own until the buyer does something, then
 * for the text in the form once the buyer has left or sent it.
 */
export function questionOf(state: Correction, email: string): string | undefined {
  if (state.kind === "untouched") return suggestEmail(email);
  return state.kind === "open" && state.asked !== undefined ? suggestEmail(state.asked) : undefined;
}

type EmailChange = {
  purchase: PurchaseDetail;
  email: string;
  correct: Api["correctEmail"];
  source: Pick<PageSource, "getPurchase">;
};

type EmailChanged =
  /** `linksLost`: the email is changed, but the purchase with its new links did not come. */
  | { kind: "changed"; purchase: PurchaseDetail; linksLost: boolean; alsoMoved: string[] }
  | ({ kind: "refused" } & Problem);

/** Moves the purchase to `email` and reads it again, because the old file links end. Never rejects. */
export async function correctEmail(change: EmailChange): Promise<EmailChanged> {
  const { purchase, email, correct, source } = change;
  const sessionId = purchase.checkoutSessionId;
  let customerEmail = email;
  let alsoMoved: string[] = [];
  try {
    ({ customerEmail, alsoMoved } = await correct(sessionId, email));
  } catch (error) {
    if (!isChangedBefore(error, change)) return refusalOf(error);
  }
  const state = await loadPurchase(source, sessionId);
  if ("purchase" in state) {
    return { kind: "changed", purchase: state.purchase, linksLost: false, alsoMoved };
  }
  const bare = { ...withoutLinks(purchase), customerEmail, mail: "waiting" as const };
  return { kind: "changed", purchase: bare, linksLost: true, alsoMoved };
}

function refusalOf(error: unknown): EmailChanged {
  const fieldMessage = fieldErrorOf(error);
  const message = fieldMessage ?? readableMessage(error);
  return { kind: "refused", message, field: fieldMessage !== undefined };
}

function fieldErrorOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors?.["email"]?.[0] : undefined;
}

/** The order has the new email already: the answer to an earlier request got lost on its way. */
function isChangedBefore(error: unknown, { purchase, email }: EmailChange): boolean {
  const same = isRefusedFor(error, "same_email");
  return same && email.toLowerCase() !== purchase.customerEmail?.toLowerCase();
}

function withoutLinks(purchase: PurchaseDetail): PurchaseDetail {
  const products = purchase.products.map((item) => ({
    ...item,
    downloadUrl: null,
    fileUrl: null,
    files: [],
  }));
  return { ...purchase, products };
}

/**
 * Runs the correction of an order's email: its state, its one request, and where the focus goes.
 * `heading` shows the email, `opener` opens the form, `field` is the form's.
 */
export function useEmailCorrection(
  purchase: PurchaseDetail,
  onCorrected: (purchase: PurchaseDetail) => void,
) {
  const { source } = usePage();
  const [state, dispatch] = useReducer(nextCorrection, { kind: "untouched" });
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const focusNext = useFocusAfterRender();

  async function act(event: CorrectionEvent): Promise<void> {
    const next = nextCorrection(state, event);
    dispatch(event);
    if (next === state) return;
    if (event.type === "open") focusNext(() => field.current);
    if (event.type === "close") focusNext(() => opener.current);
    const email = sendingOf(next);
    if (email !== undefined) await send(email);
  }

  async function send(email: string): Promise<void> {
    const oldEmail = purchase.mail === "failed" ? null : purchase.customerEmail;
    const result = await correctEmail({ purchase, email, source, correct: api.correctEmail });
    if (result.kind === "refused") {
      focusNext(() => field.current);
      dispatch({ type: "fail", problem: result });
      return;
    }
    focusNext(() => heading.current);
    onCorrected(result.purchase);
    const { linksLost, alsoMoved } = result;
    dispatch({ type: "succeed", oldEmail, linksLost, alsoMoved });
  }

  return { state, heading, opener, field, act: (event: CorrectionEvent) => void act(event) };
}
