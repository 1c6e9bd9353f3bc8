import {
  type ContactDraft,
  type ContactField,
  contactProblem,
  type ContactProblems,
  type ContactValues,
  NO_VALUES,
} from "../../../server/contract/contact.ts";

/** State of the form (spec section 4). */
export type ContactState = {
  status: "idle" | "loading" | "success" | "error";
  values: ContactValues;
  problems: ContactProblems;
  /** Hides the form until another message is wanted. */
  sent: boolean;
};

export type ContactEvent =
  | { type: "change"; name: ContactField; value: string }
  | { type: "submit"; problems: ContactProblems }
  | { type: "succeed" }
  | { type: "fail"; problems: ContactProblems }
  | { type: "another" };

/** The initial state: empty, or as a refused post left it. */
export function startContact(draft: ContactDraft | null): ContactState {
  return {
    status: draft?.failed ? "error" : "idle",
    values: draft?.values ?? NO_VALUES,
    problems: draft?.problems ?? {},
    sent: false,
  };
}

/** The next state; changes while a message is being sent are ignored. */
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
