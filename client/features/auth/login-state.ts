import type { LoginStart } from "../../../server/contract/login.ts";
import { suggestEmail } from "../../../server/contract/email-suggestion.ts";

/** What the page waits for; null when the visitor may act. */
export type Busy = "provider" | "sending" | "verifying";

/** What went wrong, in the red banner. */
export type LoginProblem = {
  text: string;
  /** The precise reason, when the text alone does not say it. */
  reason?: string | undefined;
  /** What helps. */
  hint?: string;
  /** Whether a code was looked at and found wrong. */
  codeRefused?: boolean;
  /** Whether a code that was mailed before may be entered. */
  canEnterCode?: boolean;
  /** Whether the external login may go on in this window, where no popup can be blocked. */
  canContinueHere?: boolean;
};

/** How far a visitor is with signing in (spec section 4). */
export type LoginState = {
  step: LoginStart["step"];
  email: string;
  code: string;
  busy: Busy | null;
  problem: LoginProblem | null;
  /** The green banner. */
  success: string | null;
  /** True once signed in: the page only waits to lead on. */
  done: boolean;
  /** How many codes were sent from here; each starts the wait for the next one. */
  sent: number;
  /** How many codes were refused since the last one was sent. */
  refused: number;
  /** The address that the visitor has left the field with, to be asked about if it looks mistyped. */
  left: string | undefined;
};

export type LoginEvent =
  | { type: "type"; field: "email" | "code"; value: string }
  | { type: "leaveEmail" }
  | { type: "start"; busy: Busy }
  | { type: "stop" }
  | { type: "sent"; email: string; success: string | null }
  | { type: "fail"; problem: LoginProblem }
  | { type: "back" }
  | { type: "enterCode"; email: string }
  | { type: "done"; success: string };

/** The state that the page begins with: new, or as a posted form left it. */
export function startLogin({ step, email, error }: LoginStart): LoginState {
  return {
    step,
    email,
    code: "",
    busy: null,
    problem: error === null ? null : { text: error },
    success: null,
    done: false,
    sent: step === "code" && error === null ? 1 : 0,
    refused: 0,
    left: undefined,
  };
}

/** The state that follows an event. While the page waits, only what it waits for changes it. */
export function nextLogin(state: LoginState, event: LoginEvent): LoginState {
  if (state.done) return state;
  switch (event.type) {
    case "start":
      return { ...state, busy: event.busy, problem: null, success: null };
    case "stop":
      return { ...state, busy: null };
    case "fail":
      return {
        ...state,
        busy: null,
        problem: event.problem,
        success: null,
        refused: state.refused + (event.problem.codeRefused ? 1 : 0),
      };
    case "sent":
      return {
        ...state,
        step: "code",
        email: event.email,
        code: "",
        busy: null,
        problem: null,
        success: event.success,
        sent: state.sent + 1,
        refused: 0,
      };
    case "done":
      return { ...state, busy: null, problem: null, success: event.success, done: true };
    default:
      return state.busy ? state : nextEntry(state, event);
  }
}

function nextEntry(
  state: LoginState,
  event: Extract<LoginEvent, { type: "type" | "leaveEmail" | "back" | "enterCode" }>,
): LoginState {
  switch (event.type) {
    case "type":
      // What was wrong with an address is not wrong with the next one.
      if (event.field === "email")
        return { ...state, email: event.value, problem: null, refused: 0 };
      return { ...state, code: event.value };
    case "leaveEmail":
      return { ...state, left: state.email };
    case "back":
      return { ...state, step: "email", code: "", problem: null, success: null };
    case "enterCode":
      return { ...state, step: "code", email: event.email, code: "", problem: null };
  }
}

/** The address that was probably meant, once the visitor has left the field with another one. */
export function suggestionOf({ left, email }: LoginState): string | undefined {
  return left === email ? suggestEmail(email) : undefined;
}

/** Nothing can be done while a call runs, nor once signed in. */
export function isWaiting({ busy, done }: LoginState): boolean {
  return busy !== null || done;
}
