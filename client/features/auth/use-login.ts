import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from "react";
import {
  cleanCode,
  CODE_FIELD,
  CODE_LENGTH,
  EMAIL_FIELD,
  type LoginStart,
  type CurrentUser,
  signInMessages,
} from "../../../server/contract/sign-in.ts";
import { loginPathTo } from "../../../server/contract/paths.ts";
import { messages } from "../../../server/contract/messages.ts";
import { useEmailQuestion } from "../../components/email-question.tsx";
import { loginWords } from "../../content/login.ts";
import { signInApi } from "../../lib/sign-in-api.ts";
import { fieldOf, submitOf, useTypedBefore } from "../../lib/form.ts";
import { forgetAdmin, forgetSignOut, notifyTabs, onSessionMessage } from "../../lib/session.ts";
import { browserStorage, tabStorage } from "../../lib/storage.ts";
import { sendProblem, shortCodeProblem, verifyProblem } from "./login-problems.ts";
import { forgetResults } from "./login-result.ts";
import {
  isWaiting,
  type LoginField,
  type LoginProblem,
  type LoginState,
  nextLogin,
  startLogin,
} from "./login-state.ts";

/** Delay that lets the visitor read the success message. */
const REDIRECT_DELAY_MS = 1000;

type LoginOptions = {
  start: LoginStart;
  /** Path to open after signing in, in this or another tab. */
  target: string;
  /** Requests a sign-in code by email. */
  send: (email: string) => Promise<unknown>;
};

export type Login = ReturnType<typeof useLogin>;

/** State and actions of a sign-in page: request a code by email, then verify it. */
export function useLogin({ start, target, send }: LoginOptions) {
  const [state, dispatch] = useReducer(nextLogin, start, startLogin);
  const form = useRef<HTMLFormElement>(null);
  const leaving = useRef(false);
  const question = useEmailQuestion(state.email);
  const waiting = isWaiting(state);
  useFocus(form, state.focus);
  useTypedBefore(form, { [EMAIL_FIELD]: state.email, [CODE_FIELD]: state.code }, (name, value) =>
    name === EMAIL_FIELD ? dispatch({ type: "type", field: "email", value }) : typeCode(value),
  );
  const followTab = useEffectEvent(() => leaving.current || leave(0));
  useEffect(() => onSessionMessage((news) => void (news === "signed-in" && followTab())), []);

  function leave(delayMs: number, path = target): void {
    leaving.current = true;
    // Navigate with a full page load, so that the server renders the page for the signed-in user.
    setTimeout(() => window.location.replace(path), delayMs);
  }

  /** Notifies other tabs and opens `path`, or first the passkey step if the session needs it. */
  function onSignedIn({ needsPasskey }: CurrentUser, path = target): void {
    if (leaving.current) return;
    dispatch({ type: "done", success: loginWords.success });
    forgetSignOut();
    forgetAdmin();
    forgetResults({ tab: tabStorage, browser: browserStorage });
    notifyTabs("signed-in");
    leave(REDIRECT_DELAY_MS, needsPasskey ? loginPathTo(path) : path);
  }

  function fail(problem: LoginProblem, focus: LoginField): void {
    dispatch({ type: "fail", problem, focus });
  }

  async function sendTo(email: string): Promise<void> {
    if (waiting) return;
    const isOther = email !== state.email.trim();
    const again = state.step === "code" && !isOther;
    dispatch({ type: "start", busy: "sending" });
    try {
      await send(email);
      dispatch({ type: "sent", email, success: again ? loginWords.sentAgain : null });
    } catch (error) {
      fail(sendProblem(error, isOther ? 0 : state.refused), again ? "code" : "email");
    }
  }

  async function verify(code = state.code): Promise<void> {
    if (!code) return fail({ text: signInMessages.codeMissing, field: "code" }, "code");
    if (code.length < CODE_LENGTH) return fail(shortCodeProblem(code), "code");
    if (waiting) return;
    dispatch({ type: "start", busy: "verifying" });
    try {
      const { user } = await signInApi.verifyCode(state.email, code);
      onSignedIn(user);
    } catch (error) {
      fail(verifyProblem(error, state.refused), "code");
    }
  }

  /** Takes typed or pasted text; submits a complete code that was not tried yet. */
  function typeCode(text: string): void {
    if (waiting) return;
    const code = cleanCode(text);
    dispatch({ type: "type", field: "code", value: code });
    if (code.length === CODE_LENGTH && code !== state.tried) void verify(code);
  }

  return {
    form,
    state,
    dispatch,
    question,
    onSignedIn,
    typeCode,
    /** Sends a code to the typed email. If it looks mistyped, first shows a suggestion once. */
    sendFirst(): void {
      const email = state.email.trim();
      if (!email) return fail({ text: messages.emailMissing, field: "email" }, "email");
      if (!waiting && !question.holds()) void sendTo(email);
    },
    sendAgain: () => void sendTo(state.email),
    verify: () => void verify(),
    /** Accepts the suggested email; on the code step, also sends a new code to it. */
    acceptEmail(email: string): void {
      if (waiting) return;
      dispatch({ type: "correct", email });
      if (state.step === "code") void sendTo(email);
    },
    /** Goes to the code step to enter a code that was sent earlier. */
    enterCode(): void {
      const email = state.email.trim();
      if (email) dispatch({ type: "enterCode", email });
    },
  };
}

function useFocus(form: RefObject<HTMLFormElement | null>, focus: LoginState["focus"]): void {
  useEffect(() => {
    if (!focus) return;
    if (focus.on === "submit") return submitOf(form)?.focus();
    const field = fieldOf(form, focus.on === "email" ? EMAIL_FIELD : CODE_FIELD);
    if (focus.select) field?.select();
    field?.focus();
  }, [form, focus]);
}
