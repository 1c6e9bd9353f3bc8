import { useReducer, useRef } from "react";
import {
  CONTACT_FIELDS,
  CONTACT_FORM_ID,
  type ContactDraft,
  contactProblems,
  type ContactProblems,
  type ContactValues,
  type DeviceContext,
  MAX_DEVICE_LENGTH,
  tidyContact,
  TRAP_FIELD,
  type ContactField,
  contactProblem,
  NO_VALUES,
} from "../../../server/contract/contact.ts";
import { ApiError } from "../../lib/answer.ts";
import { api } from "../../lib/api.ts";
import { useEmailQuestion } from "../../components/email-question.tsx";
import { fieldOf, submitOf, useFocusAfterRender, useTypedBefore } from "../../lib/form.ts";

/** State of the form. */
export type ContactState = {
  status: "idle" | "loading" | "success" | "error";
  values: ContactValues;
  problems: ContactProblems;
  /** Whether the message was sent. Hides the form until the visitor starts another message. */
  sent: boolean;
};

export type ContactEvent =
  | { type: "change"; name: ContactField; value: string }
  | { type: "submit"; problems: ContactProblems }
  | { type: "succeed" }
  | { type: "fail"; problems: ContactProblems }
  | { type: "another" };

/** Returns the initial state: empty, or from a rejected form post. */
export function startContact(draft: ContactDraft | null): ContactState {
  return {
    status: draft?.failed ? "error" : "idle",
    values: draft?.values ?? NO_VALUES,
    problems: draft?.problems ?? {},
    sent: false,
  };
}

/** Reducer. Ignores edits while a message is being sent. */
export function nextContact(state: ContactState, event: ContactEvent): ContactState {
  switch (event.type) {
    case "succeed":
      return { ...startContact(null), status: "success", sent: true };
    case "fail":
      return { ...state, status: "error", problems: event.problems };
    case "another":
      return startContact(null);
    default:
      return state.status === "loading" ? state : nextForm(state, event);
  }
}

type FormEvent = Extract<ContactEvent, { type: "change" | "submit" }>;

function nextForm(state: ContactState, event: FormEvent): ContactState {
  if (event.type === "submit") {
    const faulty = Object.keys(event.problems).length > 0;
    return { ...state, status: faulty ? "idle" : "loading", problems: event.problems };
  }
  const { name, value } = event;
  const { [name]: _, ...others } = state.problems;
  const problem = contactProblem(name, value);
  return {
    ...state,
    values: { ...state.values, [name]: value },
    problems: problem ? { ...others, [name]: problem } : others,
  };
}

export type Contact = ReturnType<typeof useContact>;

/** State, request and focus of the contact form. */
export function useContact(draft: ContactDraft | null) {
  const [state, dispatch] = useReducer(nextContact, draft, startContact);
  const form = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLParagraphElement>(null);
  const focusNext = useFocusAfterRender();
  const question = useEmailQuestion(state.values.email);
  useTypedBefore(form, state.values, (name, value) => dispatch({ type: "change", name, value }));

  async function submit(): Promise<void> {
    if (state.status === "loading" || !form.current) return;
    const { values } = state;
    const problems = contactProblems(values);
    const faulty = firstFaulty(problems);
    question.ask();
    // Move the focus to the email field: the suggestion is shown far above the button.
    if (!faulty && question.holds()) return focusNext(() => fieldOf(form, "email"));
    const trap = String(new FormData(form.current).get(TRAP_FIELD) ?? "");
    dispatch({ type: "submit", problems });
    if (faulty) return focusNext(() => fieldOf(form, faulty));
    const refused = await send(values, trap);
    dispatch(refused ? { type: "fail", problems: refused } : { type: "succeed" });
    const wrong = refused && firstFaulty(refused);
    focusNext(() => (wrong ? fieldOf(form, wrong) : message.current));
  }

  /** Accepts the suggested address and moves the focus, because the clicked button disappears. */
  function acceptEmail(value: string): void {
    dispatch({ type: "change", name: "email", value });
    focusNext(() => (question.held ? submitOf(form) : fieldOf(form, "email")));
  }

  function writeAnother(): void {
    dispatch({ type: "another" });
    focusNext(() => fieldOf(form, "name"));
  }

  return {
    state,
    form,
    message,
    question,
    dispatch,
    submit: () => void submit(),
    acceptEmail,
    writeAnother,
  };
}

/** Sends a message; on failure returns the errors by field, which may be empty. */
async function send(values: ContactValues, trap: string): Promise<ContactProblems | undefined> {
  try {
    const { success } = await api.submitContact({
      formId: CONTACT_FORM_ID,
      ...tidyContact(values),
      ...deviceContext(window),
      ...(trap && { [TRAP_FIELD]: trap }),
    });
    return success ? undefined : {};
  } catch (error) {
    const errors = (error instanceof ApiError && error.errors) || {};
    const texts = CONTACT_FIELDS.flatMap((name) => {
      const text = errors[name]?.[0];
      return text ? [[name, text] as const] : [];
    });
    return Object.fromEntries(texts);
  }
}

function firstFaulty(problems: ContactProblems): string | undefined {
  return CONTACT_FIELDS.find((name) => problems[name]);
}

const MOBILE = /Mobi|Android|iPhone|iPad|iPod/i;

type Device = {
  navigator: Pick<Navigator, "userAgent" | "language">;
  screen: Pick<Screen, "width" | "height">;
};

/** Collects the device details that are sent with a message. */
export function deviceContext({ navigator, screen }: Device, now = new Date()): DeviceContext {
  const { userAgent, language } = navigator;
  return {
    userAgent: userAgent.slice(0, MAX_DEVICE_LENGTH),
    deviceType: MOBILE.test(userAgent) ? "Mobile" : "Desktop",
    localTime: timeIn(undefined, now),
    italianTime: timeIn("Europe/Rome", now),
    browserLanguage: language,
    screenResolution: `${screen.width}x${screen.height}`,
    timestamp: now.toISOString(),
  };
}

function timeIn(timeZone: string | undefined, now: Date): string {
  return now.toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "long",
    ...(timeZone && { timeZone }),
  });
}
