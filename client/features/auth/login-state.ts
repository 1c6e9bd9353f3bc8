import type { LoginStart } from "../../../server/contract/sign-in.ts";

export type LoginField = "email" | "code";

/** Content of the error banner. */
export type LoginProblem = {
  text: string;
  /** Invalid field. */
  field?: LoginField | undefined;
  /** Detailed reason, if `text` is generic. */
  reason?: string | undefined;
  hint?: string;
  /** Whether the server checked a code and rejected it. */
  codeRefused?: boolean;
  /** Whether the last code that was sent may still be entered. */
  canEnterCode?: boolean;
  /** Whether to offer the external login in this window, without a popup. */
  canContinueHere?: boolean;
};

export type LoginState = {
  step: LoginStart["step"];
  email: string;
  code: string;
  /** Running request. */
  busy: "provider" | "sending" | "verifying" | "passkey" | null;
  problem: LoginProblem | null;
  /** Content of the success banner. */
  success: string | null;
  /** Whether the visitor is signed in and the redirect is pending. */
  done: boolean;
  /** Number of codes sent from this page. Each one restarts the resend countdown. */
  sent: number;
  /** Number of codes rejected since the last one was sent. */
  refused: number;
  /** Last code submitted, to avoid submitting the same code automatically again. */
  tried: string;
  /** Element to focus after rendering; a new object for each focus change. */
  focus: { on: LoginField | "submit"; select?: boolean } | null;
};

export type LoginEvent =
  | { type: "type"; field: LoginField; value: string }
  | { type: "start"; busy: NonNullable<LoginState["busy"]> }
  | { type: "stop" }
  | { type: "sent"; email: string; success: string | null }
  /** `focus`: the field to select. */
  | { type: "fail"; problem: LoginProblem; focus?: LoginField }
  | { type: "back" }
  /** Returns to the first step with another email. */
  | { type: "correct"; email: string }
  | { type: "enterCode"; email: string }
  | { type: "done"; success: string };

/** Returns the initial state: empty, or from a submitted form. */
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
    tried: "",
    focus: null,
  };
}

const VISITOR_EVENTS = new Set<LoginEvent["type"]>(["type", "back", "correct", "enterCode"]);

/** Reducer of the sign-in pages. Ignores user input during a request, and all events once done. */
export function nextLogin(state: LoginState, event: LoginEvent): LoginState {
  if (state.done || (state.busy && VISITOR_EVENTS.has(event.type))) return state;
  const cleared = { busy: null, problem: null, success: null };
  const atEmail = { ...cleared, step: "email", code: "", tried: "" } as const;
  const atCode = { step: "code", code: "", tried: "", focus: { on: "code" } } as const;
  switch (event.type) {
    case "start": {
      const tried = event.busy === "verifying" ? state.code : state.tried;
      return { ...state, ...cleared, busy: event.busy, tried };
    }
    case "stop":
      return { ...state, busy: null };
    case "fail": {
      const refused = state.refused + (event.problem.codeRefused ? 1 : 0);
      const focus = event.focus ? ({ on: event.focus, select: true } as const) : state.focus;
      return { ...state, ...cleared, problem: event.problem, refused, focus };
    }
    case "sent": {
      const { email, success } = event;
      return { ...state, ...atCode, ...cleared, email, success, sent: state.sent + 1, refused: 0 };
    }
    case "done":
      return { ...state, ...cleared, success: event.success, done: true };
    case "type": {
      const { field, value } = event;
      if (field === "email") return { ...state, email: value, problem: null, refused: 0 };
      // Keep the banner, so that the field does not move while the visitor types.
      const problem = state.problem && { ...state.problem, field: undefined };
      return { ...state, code: value, problem };
    }
    case "back":
      return { ...state, ...atEmail, focus: { on: "email" } };
    case "correct":
      return { ...state, ...atEmail, email: event.email, refused: 0, focus: { on: "submit" } };
    case "enterCode":
      return { ...state, ...atCode, email: event.email, problem: null };
  }
}

/** Whether the forms are read-only, because a request is running or the redirect is pending. */
export function isWaiting({ busy, done }: LoginState): boolean {
  return busy !== null || done;
}
