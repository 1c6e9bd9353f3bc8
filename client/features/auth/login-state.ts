import type { LoginStart } from "../../../server/contract/login.ts";

/** What the page waits for; null when the visitor may act. */
export type Busy = "provider" | "sending" | "verifying";

export type LoginField = "email" | "code";

/** What went wrong, in the red banner. */
export type LoginProblem = {
  text: string;
  /** The field that it is about. */
  field?: LoginField | undefined;
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
  /** True once signed in: the page only waits for the redirect. */
  done: boolean;
  /** How many codes were sent from here; each starts the wait for the next one. */
  sent: number;
  /** How many codes were refused since the last one was sent. */
  refused: number;
};

export type LoginEvent =
  | { type: "type"; field: LoginField; value: string }
  | { type: "start"; busy: Busy }
  | { type: "stop" }
  | { type: "sent"; email: string; success: string | null }
  | { type: "fail"; problem: LoginProblem }
  | { type: "back" }
  /** Another address was meant: the first step again, with that one. */
  | { type: "correct"; email: string }
  | { type: "enterCode"; email: string }
  | { type: "done"; success: string };

/** The state that the page begins with: new, or as a posted form left it. */
export function startLogin({ step, email, error, field }: LoginStart): LoginState {
  return {
    step,
    email,
    code: "",
    busy: null,
    problem: error === null ? null : { text: error, field },
    success: null,
    done: false,
    sent: step === "code" && error === null ? 1 : 0,
    refused: 0,
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
  event: Extract<LoginEvent, { type: "type" | "back" | "correct" | "enterCode" }>,
): LoginState {
  switch (event.type) {
    case "type":
      // What was wrong with an address is not wrong with the next one.
      if (event.field === "email")
        return { ...state, email: event.value, problem: null, refused: 0 };
      // The banner stays, or the field would jump away from under what is typed.
      return { ...state, code: event.value, problem: withoutField(state.problem) };
    case "correct":
      return { ...nextEntry(state, { type: "back" }), email: event.email, refused: 0 };
    case "back":
      return { ...state, step: "email", code: "", problem: null, success: null };
    case "enterCode":
      return { ...state, step: "code", email: event.email, code: "", problem: null };
  }
}

function withoutField(problem: LoginProblem | null): LoginProblem | null {
  return problem && { ...problem, field: undefined };
}

/** Nothing can be done while a call runs, nor once signed in. */
export function isWaiting({ busy, done }: LoginState): boolean {
  return busy !== null || done;
}
