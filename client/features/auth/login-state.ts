import type { LoginStart } from "../../../server/contract/login.ts";

/** The call that is running. */
export type Busy = "provider" | "sending" | "verifying";

export type LoginField = "email" | "code";

/** Content of the red banner. */
export type LoginProblem = {
  text: string;
  /** The field to mark. */
  field?: LoginField | undefined;
  /** The precise reason, when `text` does not give it. */
  reason?: string | undefined;
  hint?: string;
  /** Whether the server checked a code and rejected it. */
  codeRefused?: boolean;
  /** Whether an earlier code may be entered. */
  canEnterCode?: boolean;
  /** Whether to offer the external login in this window, without a popup. */
  canContinueHere?: boolean;
};

export type LoginState = {
  step: LoginStart["step"];
  email: string;
  code: string;
  busy: Busy | null;
  problem: LoginProblem | null;
  /** Content of the green banner. */
  success: string | null;
  /** Signed in, waiting for the redirect. */
  done: boolean;
  /** Number of codes sent from this page; each starts the countdown to the next. */
  sent: number;
  /** Number of codes rejected since the last one was sent. */
  refused: number;
  /** The last code that was checked; a complete code is submitted only once by itself. */
  tried: string;
  /** Where the focus goes after this state is rendered; a new object for each move. */
  focus: { on: LoginField | "submit"; select?: boolean } | null;
};

export type LoginEvent =
  | { type: "type"; field: LoginField; value: string }
  | { type: "start"; busy: Busy }
  | { type: "stop" }
  | { type: "sent"; email: string; success: string | null }
  /** `focus`: the field to select. */
  | { type: "fail"; problem: LoginProblem; focus?: LoginField }
  | { type: "back" }
  /** Returns to the first step with another email. */
  | { type: "correct"; email: string }
  | { type: "enterCode"; email: string }
  | { type: "done"; success: string };

/** Initial state: empty, or as a posted form left it. */
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

/** Reducer of the sign-in pages. Ignores the visitor's events while a call runs, and all once done. */
export function nextLogin(state: LoginState, event: LoginEvent): LoginState {
  if (state.done) return state;
  const cleared = { busy: null, problem: null, success: null };
  switch (event.type) {
    case "start": {
      const tried = event.busy === "verifying" ? state.code : state.tried;
      return { ...state, ...cleared, busy: event.busy, tried };
    }
    case "stop":
      return { ...state, busy: null };
    case "fail":
      return {
        ...state,
        ...cleared,
        problem: event.problem,
        refused: state.refused + (event.problem.codeRefused ? 1 : 0),
        focus: event.focus ? { on: event.focus, select: true } : state.focus,
      };
    case "sent":
      return {
        ...state,
        ...cleared,
        ...codeEntry(event.email),
        success: event.success,
        sent: state.sent + 1,
        refused: 0,
      };
    case "done":
      return { ...state, ...cleared, success: event.success, done: true };
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
      if (event.field === "email")
        return { ...state, email: event.value, problem: null, refused: 0 };
      // Keep the banner: without it the field would move while the visitor types.
      return {
        ...state,
        code: event.value,
        problem: state.problem && { ...state.problem, field: undefined },
      };
    case "correct":
      return { ...emailEntry(state), email: event.email, refused: 0, focus: { on: "submit" } };
    case "back":
      return emailEntry(state);
    case "enterCode":
      return { ...state, ...codeEntry(event.email), problem: null };
  }
}

function codeEntry(email: string) {
  return { step: "code", email, code: "", tried: "", focus: { on: "code" } } as const;
}

function emailEntry(state: LoginState): LoginState {
  const empty = { code: "", tried: "", problem: null, success: null };
  return { ...state, ...empty, step: "email", focus: { on: "email" } };
}

/** Whether a call runs or the redirect is pending: the forms are inert. */
export function isWaiting({ busy, done }: LoginState): boolean {
  return busy !== null || done;
}
