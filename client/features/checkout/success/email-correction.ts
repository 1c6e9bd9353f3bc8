import { useReducer, useRef } from "react";
import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import { suggestEmail } from "../../../../server/contract/email-suggestion.ts";
import { messages } from "../../../../server/contract/messages.ts";
import { ApiError, isRefusedFor, readableMessage } from "../../../lib/answer.ts";
import { type OrderApi, orderApi } from "../../../lib/order-api.ts";
import { useFocusAfterRender } from "../../../lib/form.ts";
import { loadPurchase } from "./purchase-state.ts";

/** Error of an email change; `field` is true when the entered email is invalid. */
type EmailProblem = { message: string; field: boolean };

/** State of the correction. `sending` is the email of the running call. */
export type Correction =
  /** Initial state: suggests a correction when the order's email looks mistyped. */
  | { kind: "untouched"; sending?: string }
  | { kind: "closed" }
  | CorrectionForm
  | ({ kind: "sent" } & SentCorrection);

export type CorrectionForm = {
  kind: "open";
  text: string;
  /** Text for which a correction was suggested. */
  asked?: string;
  problem?: EmailProblem;
  sending?: string;
};

/** Result of an email change, which revokes links sent to `oldEmail`. `alsoMoved`: other orders. */
export type SentCorrection = { oldEmail: string | null; linksLost: boolean; alsoMoved: string[] };

export type CorrectionEvent =
  | { type: "open"; email: string }
  | { type: "close" }
  | { type: "write"; text: string }
  | { type: "leave" | "submit" }
  | { type: "accept"; suggestion: string }
  | { type: "fail"; problem: EmailProblem }
  | ({ type: "succeed" } & SentCorrection);

/** Reducer; returns the same state for events that do not apply. */
export function nextCorrection(state: Correction, event: CorrectionEvent): Correction {
  const sending = sendingOf(state);
  if (event.type === "succeed") {
    const { type: _, ...sent } = event;
    return { kind: "sent", ...sent };
  }
  if (event.type === "fail") {
    return sending === undefined ? state : { kind: "open", text: sending, problem: event.problem };
  }
  if (sending !== undefined) return state;
  switch (event.type) {
    case "open":
      return { kind: "open", text: event.email };
    case "close":
      return { kind: "closed" };
    case "accept":
      return state.kind === "open"
        ? { ...state, sending: event.suggestion }
        : { kind: "untouched", sending: event.suggestion };
  }
  if (state.kind !== "open") return state;
  if (event.type === "write") return { kind: "open", text: event.text };
  const { problem: _, ...form } = state;
  const text = state.text.trim();
  if (text === "" && event.type === "submit") {
    return { ...form, problem: { message: messages.emailMissing, field: true } };
  }
  if (state.asked !== text && suggestEmail(text) !== undefined) return { ...form, asked: text };
  return event.type === "submit" ? { ...form, sending: text } : state;
}

function sendingOf(state: Correction): string | undefined {
  return "sending" in state ? state.sending : undefined;
}

/** Suggestion to show: for the order's email at first, then for the text checked last. */
export function questionOf(state: Correction, email: string): string | undefined {
  if (state.kind === "untouched") return suggestEmail(email);
  return state.kind === "open" && state.asked !== undefined ? suggestEmail(state.asked) : undefined;
}

type EmailChange = {
  purchase: PurchaseDetail;
  email: string;
  correct: OrderApi["correctEmail"];
  source: Pick<OrderApi, "getPurchase">;
};

type EmailChanged =
  /** `linksLost`: the email was changed, but the new links could not be loaded. */
  | { kind: "changed"; purchase: PurchaseDetail; linksLost: boolean; alsoMoved: string[] }
  | ({ kind: "refused" } & EmailProblem);

/** Changes the email and reloads the purchase, because the old links are revoked. Never rejects. */
export async function correctEmail(change: EmailChange): Promise<EmailChanged> {
  const { purchase, email, correct, source } = change;
  const sessionId = purchase.checkoutSessionId;
  let customerEmail = email;
  let alsoMoved: string[] = [];
  try {
    ({ customerEmail, alsoMoved } = await correct(sessionId, email));
  } catch (error) {
    // "same_email" means success if the response of an earlier attempt was lost.
    const isOther = email.toLowerCase() !== purchase.customerEmail?.toLowerCase();
    if (!(isOther && isRefusedFor(error, "same_email"))) return refusalOf(error);
  }
  const state = await loadPurchase(source, sessionId);
  if ("purchase" in state) {
    return { kind: "changed", purchase: state.purchase, linksLost: false, alsoMoved };
  }
  const noLinks = { downloadUrl: null, fileUrl: null, files: [] };
  const products = purchase.products.map((item) => ({ ...item, ...noLinks }));
  const bare = { ...purchase, products, customerEmail, mail: "waiting" as const };
  return { kind: "changed", purchase: bare, linksLost: true, alsoMoved };
}

function refusalOf(error: unknown): EmailChanged {
  const fieldMessage = error instanceof ApiError ? error.errors?.["email"]?.[0] : undefined;
  const message = fieldMessage ?? readableMessage(error);
  return { kind: "refused", message, field: fieldMessage !== undefined };
}

/** State and actions of the email correction. Moves the focus between heading, button and field. */
export function useEmailCorrection(
  purchase: PurchaseDetail,
  onCorrected: (purchase: PurchaseDetail) => void,
) {
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
    if (email === undefined) return;
    const oldEmail = purchase.mail === "failed" ? null : purchase.customerEmail;
    const result = await correctEmail({
      purchase,
      email,
      source: orderApi,
      correct: orderApi.correctEmail,
    });
    if (result.kind === "refused") {
      focusNext(() => field.current);
      return dispatch({ type: "fail", problem: result });
    }
    const { purchase: corrected, linksLost, alsoMoved } = result;
    focusNext(() => heading.current);
    onCorrected(corrected);
    dispatch({ type: "succeed", oldEmail, linksLost, alsoMoved });
  }

  return { state, heading, opener, field, act: (event: CorrectionEvent) => void act(event) };
}
