import { type Dispatch, useRef } from "react";
import { cleanCode, CODE_FIELD, CODE_LENGTH, EMAIL_FIELD } from "../../../server/contract/login.ts";
import { messages } from "../../../server/contract/messages.ts";
import { signInMessages } from "../../../server/contract/sign-in-messages.ts";
import { loginWords } from "../../content/login.ts";
import { api } from "../../lib/api.ts";
import { useEmailQuestion } from "../../lib/use-email-question.ts";
import { fieldOf, submitOf, useFocusAfterRender } from "../../lib/focus.ts";
import { useTypedBefore } from "../../lib/use-typed-before.ts";
import { sendProblem, shortCodeProblem, verifyProblem } from "./login-problems.ts";
import type { LoginEvent, LoginProblem, LoginState } from "./login-state.ts";

type CodeLogin = {
  state: LoginState;
  dispatch: Dispatch<LoginEvent>;
  /** Has a code mailed to an address. */
  send: (email: string) => Promise<unknown>;
  /** Called once the visitor is signed in. */
  onSignedIn: () => void;
};

/** Runs both steps of signing in by a mailed code: its calls, and where the focus goes. */
export function useCodeLogin({ state, dispatch, send, onSignedIn }: CodeLogin) {
  const form = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const tried = useRef("");
  const focusNext = useFocusAfterRender();
  const question = useEmailQuestion(state.email);
  useTypedBefore(form, { [EMAIL_FIELD]: state.email, [CODE_FIELD]: state.code }, (name, value) =>
    name === EMAIL_FIELD ? dispatch({ type: "type", field: "email", value }) : typeCode(value),
  );

  /** Sends a code to the address of the first step, unless that looks mistyped: then it asks once. */
  function sendFirst(): void {
    const email = state.email.trim();
    if (!email) return fail({ text: messages.emailMissing, field: "email" }, EMAIL_FIELD);
    if (isFree() && !question.holds()) void sendTo(email);
  }

  async function sendTo(email: string): Promise<void> {
    if (!claim()) return;
    const isOther = email !== state.email.trim();
    const again = state.step === "code" && !isOther;
    dispatch({ type: "start", busy: "sending" });
    try {
      await send(email);
      tried.current = "";
      dispatch({ type: "sent", email, success: again ? loginWords.sentAgain : null });
      focusNext(() => fieldOf(form, CODE_FIELD));
    } catch (error) {
      const refused = isOther ? 0 : state.refused;
      fail(sendProblem(error, refused), again ? CODE_FIELD : EMAIL_FIELD);
    } finally {
      running.current = false;
    }
  }

  async function verify(code = state.code): Promise<void> {
    const otp = code.trim();
    if (!otp) return fail({ text: signInMessages.codeMissing, field: "code" }, CODE_FIELD);
    if (otp.length < CODE_LENGTH) return fail(shortCodeProblem(otp), CODE_FIELD);
    if (!claim()) return;
    tried.current = otp;
    dispatch({ type: "start", busy: "verifying" });
    try {
      await api.verifyCode(state.email, otp);
      onSignedIn();
    } catch (error) {
      fail(verifyProblem(error, state.refused), CODE_FIELD);
    } finally {
      running.current = false;
    }
  }

  /** Takes what was typed or pasted; a code that is complete for the first time is tried at once. */
  function typeCode(text: string): void {
    if (running.current) return;
    const code = cleanCode(text);
    dispatch({ type: "type", field: "code", value: code });
    if (code.length === CODE_LENGTH && code !== tried.current) void verify(code);
  }

  function goBack(): void {
    if (running.current) return;
    tried.current = "";
    dispatch({ type: "back" });
    focusNext(() => fieldOf(form, EMAIL_FIELD));
  }

  /**
   * Takes over the address that was suggested; where a code has gone to the other one already, a new
   * one follows. The button that offered it is gone then.
   */
  function acceptEmail(email: string): void {
    if (!isFree()) return;
    dispatch({ type: "correct", email });
    focusNext(() => submitOf(form));
    if (state.step === "code") void sendTo(email);
  }

  /** To the second step without a new code: for one that was mailed before. */
  function enterCode(): void {
    const email = state.email.trim();
    if (!email || running.current) return;
    tried.current = "";
    dispatch({ type: "enterCode", email });
    focusNext(() => fieldOf(form, CODE_FIELD));
  }

  function isFree(): boolean {
    return !(running.current || state.busy || state.done);
  }

  /** One call at a time, however fast two presses follow each other. */
  function claim(): boolean {
    if (!isFree()) return false;
    running.current = true;
    return true;
  }

  function fail(problem: LoginProblem, field: string): void {
    dispatch({ type: "fail", problem });
    focusNext(() => {
      const place = fieldOf(form, field);
      place?.select();
      return place;
    });
  }

  return {
    form,
    state,
    dispatch,
    question,
    typeCode,
    goBack,
    acceptEmail,
    enterCode,
    sendFirst,
    sendAgain: () => void sendTo(state.email),
    verify: () => void verify(),
  };
}
