import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from "react";
import { suggestEmail } from "../../../server/contract/email-suggestion.ts";
import { CODE_FIELD, CODE_LENGTH, EMAIL_FIELD } from "../../../server/contract/sign-in.ts";
import { fill } from "../../../server/contract/words.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { EmailQuestion } from "../../components/email-question.tsx";
import { EMAIL_INPUT, TextField } from "../../components/text-field.tsx";
import { type findWords, loginWords } from "../../content/login.ts";
import { runCountdown } from "../../lib/countdown.ts";
import { useSite } from "../../lib/page-context.ts";
import { PROBLEM_ID } from "./login-layout.tsx";
import { MOST_TRIES } from "./login-problems.ts";
import { isWaiting, type LoginField, type LoginState } from "./login-state.ts";
import type { Login } from "./use-login.ts";

type CodeHint = typeof loginWords.codeHint | typeof findWords.sent;

type CodeFormProps = {
  login: Login;
  /** Form action: the URL of this page, for submission without JavaScript. */
  action: string;
  words: { emailHint: string; send: string; codeHint: CodeHint };
  /** Help for a code that does not arrive. */
  help: ReactNode;
};

type StepProps = CodeFormProps & { question: ComponentProps<typeof EmailQuestion> };

/** Both steps of signing in by code: email, then code. Forms are posted until the page is hydrated. */
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
        {...describedBy("email", state, question)}
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
      {/* After the button in the DOM, so that Tab goes from the field to the button. */}
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
      {/* For password managers, and for form posts without JavaScript. */}
      <input type="hidden" name={EMAIL_FIELD} value={state.email} autoComplete="username" />
      <TextField
        {...describedBy("code", state, question)}
        label={loginWords.code}
        hint={fill(words.codeHint, { digits: CODE_LENGTH, email: state.email })}
        name={CODE_FIELD}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={loginWords.codePlaceholder}
        maxLength={CODE_LENGTH}
        required
        inputClass="font-display text-3xl tracking-[0.3em] tabular-nums placeholder:font-normal placeholder:text-ink-2/70"
        value={state.code}
        readOnly={isWaiting(state)}
        onChange={({ target }) => login.typeCode(target.value)}
        onPaste={(event) => {
          // The browser would cut the text at six characters, spaces included.
          event.preventDefault();
          login.typeCode(event.clipboardData.getData("text"));
        }}
      />
      <EmailQuestion {...question} />
      <SubmitButton state={state}>
        {state.busy === "verifying" ? loginWords.verifying : loginWords.verify}
      </SubmitButton>
    </>
  );
}

/** Submit button. `aria-disabled` keeps the focus; the form ignores clicks while waiting. */
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

/** Builds `aria-describedby` from the field's error and its email suggestion. */
function describedBy(
  field: LoginField,
  { problem }: LoginState,
  { id, suggestion }: StepProps["question"],
) {
  const isFaulty = problem?.field === field;
  const texts = [isFaulty && PROBLEM_ID, suggestion && id].filter(Boolean);
  return { "aria-invalid": isFaulty, "aria-describedby": texts.join(" ") };
}

const NEXT_CODE_MS = 60_000;

/** Alternatives to entering the code: another email, a new code, help. */
function OtherWays({ login, action, help }: CodeFormProps) {
  const { state } = login;
  const { sent } = state;
  const { mode } = useSite();
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (sent > 0) return runCountdown(Date.now() + NEXT_CODE_MS, setSecondsLeft);
  }, [sent]);
  const left = state.refused < MOST_TRIES ? secondsLeft : 0;
  const waiting = isWaiting(state) || undefined;
  const again = left > 0 ? fill(loginWords.againIn, { seconds: left }) : loginWords.again;
  const sendAgain = (event: FormEvent) => {
    event.preventDefault();
    if (left === 0) login.sendAgain();
  };
  return (
    <div className="mt-3">
      <div className="-mx-3 flex flex-wrap justify-between gap-x-2">
        <ButtonLink
          look="plain"
          href={action}
          aria-disabled={waiting}
          onClick={(event) => {
            event.preventDefault();
            login.dispatch({ type: "back" });
          }}
        >
          {loginWords.back}
        </ButtonLink>
        <form method="post" action={action} onSubmit={sendAgain}>
          <input type="hidden" name={EMAIL_FIELD} value={state.email} />
          <Button
            type="submit"
            look="plain"
            className="tabular-nums aria-disabled:no-underline"
            aria-disabled={waiting || left > 0 || undefined}
          >
            {state.busy === "sending" ? loginWords.sending : again}
          </Button>
        </form>
      </div>
      <div className="mt-3 space-y-1.5 border-t border-line pt-4 text-sm text-ink-2">
        {mode === "demo" && (
          <p>
            {loginWords.demoMail}{" "}
            <a className="link" href="/demo/mail" target="_blank">
              {loginWords.demoMailbox}
            </a>
            .
          </p>
        )}
        {help}
      </div>
    </div>
  );
}
