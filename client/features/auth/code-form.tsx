import { type ComponentProps, type FormEvent, type ReactNode, useId } from "react";
import { suggestEmail } from "../../../server/contract/email-suggestion.ts";
import { CODE_FIELD, CODE_LENGTH, EMAIL_FIELD } from "../../../server/contract/login.ts";
import { Button } from "../../components/button.tsx";
import { EmailQuestion } from "../../components/email-question.tsx";
import { EMAIL_INPUT, TextField } from "../../components/text-field.tsx";
import { loginWords } from "../../content/login.ts";
import { PROBLEM_ID } from "./login-layout.tsx";
import { isWaiting, type LoginField, type LoginState } from "./login-state.ts";
import { OtherWays } from "./other-ways.tsx";
import type { useCodeLogin } from "./use-code-login.ts";

type CodeFormProps = {
  login: ReturnType<typeof useCodeLogin>;
  /** Where the form goes without a script: this page's own address. */
  action: string;
  words: { emailHint: string; send: string; codeHint: (email: string) => string };
  /** What helps when no code arrives. */
  help: ReactNode;
};

type StepProps = CodeFormProps & { question: ComponentProps<typeof EmailQuestion> };

/** The address, then the code: a real form post until the page is live, then without a reload. */
export function CodeForm(props: CodeFormProps) {
  const { login, action, words } = props;
  const { form, state, question: asked } = login;
  const questionId = useId();
  const suggestionForm = useId();
  const atStart = state.step === "email";
  const suggestion = atStart ? asked.suggestion : suggestEmail(state.email);
  const question = {
    id: questionId,
    suggestion,
    held: atStart && asked.held ? words.send : undefined,
    accept: { type: "submit", form: suggestionForm } as const,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (atStart) login.sendFirst();
    else login.verify();
  };
  const accept = (event: FormEvent) => {
    event.preventDefault();
    if (suggestion) login.acceptEmail(suggestion);
  };
  return (
    <>
      <form ref={form} method="post" action={action} noValidate onSubmit={submit}>
        {atStart ? (
          <EmailStep {...props} question={question} />
        ) : (
          <CodeStep {...props} question={question} />
        )}
      </form>
      {suggestion && (
        <form id={suggestionForm} method="post" action={action} onSubmit={accept}>
          <input type="hidden" name={EMAIL_FIELD} value={suggestion} />
        </form>
      )}
      {!atStart && <OtherWays {...props} />}
    </>
  );
}

function EmailStep({ login, words, question }: StepProps) {
  const { state, dispatch } = login;
  return (
    <>
      <TextField
        {...faultOf("email", state, question)}
        label={loginWords.email}
        hint={words.emailHint}
        name={EMAIL_FIELD}
        {...EMAIL_INPUT}
        required
        value={state.email}
        readOnly={isWaiting(state)}
        onChange={({ target }) => dispatch({ type: "type", field: "email", value: target.value })}
        onBlur={login.question.ask}
      />
      <SubmitButton state={state}>
        {state.busy === "sending" ? loginWords.sending : words.send}
      </SubmitButton>
      {/* Below the button: after the field, the question is still ahead in the tab order. */}
      <EmailQuestion {...question} />
      {state.problem?.canEnterCode && (
        <Button className="mt-3 w-full" onClick={login.enterCode}>
          {loginWords.enterCode}
        </Button>
      )}
    </>
  );
}

function CodeStep({ login, words, question }: StepProps) {
  const { state } = login;
  return (
    <>
      {/* Tells password managers whose code it is, and the server where no script runs. */}
      <input type="hidden" name={EMAIL_FIELD} value={state.email} autoComplete="username" />
      <TextField
        {...faultOf("code", state, question)}
        label={loginWords.code}
        hint={words.codeHint(state.email)}
        name={CODE_FIELD}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={loginWords.codePlaceholder}
        maxLength={CODE_LENGTH}
        required
        fieldClass="font-display text-3xl tracking-[0.3em] tabular-nums placeholder:font-normal placeholder:text-ink-2/70"
        value={state.code}
        readOnly={isWaiting(state)}
        onChange={({ target }) => login.typeCode(target.value)}
        onPaste={(event) => {
          // The field would cut a pasted text at six characters, spaces and all.
          event.preventDefault();
          login.typeCode(event.clipboardData.getData("text"));
        }}
      />
      {/* Above the button: it stands beside the address that the code has gone to. */}
      <EmailQuestion {...question} />
      <SubmitButton state={state}>
        {state.busy === "verifying" ? loginWords.verifying : loginWords.verify}
      </SubmitButton>
    </>
  );
}

/** aria-disabled keeps the focus where it is; the call behind it ignores a second press. */
function SubmitButton({ state, children }: { state: LoginState; children: string }) {
  return (
    <Button
      type="submit"
      look="main"
      className="mt-5 w-full"
      aria-disabled={isWaiting(state) || undefined}
    >
      {children}
    </Button>
  );
}

/** Ties the texts that stand apart from a field to it: what is wrong with it, and the question. */
function faultOf(
  field: LoginField,
  { problem }: LoginState,
  { id, suggestion }: StepProps["question"],
) {
  const isFaulty = problem?.field === field;
  const texts = [isFaulty && PROBLEM_ID, suggestion && id].filter(Boolean);
  return { "aria-invalid": isFaulty, "aria-describedby": texts.join(" ") };
}
