import { useId, useState } from "react";
import {
  CURRENT_CODE_FIELD,
  EMAIL_CHANGE_ID,
  type EmailChangeStart,
} from "../../../server/contract/email-change.ts";
import { suggestEmail } from "../../../server/contract/email-suggestion.ts";
import { CODE_FIELD, CODE_LENGTH, EMAIL_FIELD } from "../../../server/contract/sign-in.ts";
import { fill } from "../../../server/contract/words.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { EmailQuestion, useEmailQuestion } from "../../components/email-question.tsx";
import { Alert } from "../../components/notice.tsx";
import { EMAIL_INPUT, TextField } from "../../components/text-field.tsx";
import { accountWords } from "../../content/account.ts";
import { loginWords } from "../../content/login.ts";
import { useSite } from "../../lib/page-context.ts";

const words = accountWords.emailChange;
/** The fragment scrolls to the form in the response page. */
const ACTION = `/account#${EMAIL_CHANGE_ID}`;

type EmailFormProps = {
  /** Current email. */
  current: string;
  start: EmailChangeStart | undefined;
  /** Whether the email was changed just now. */
  isDone: boolean;
  hasSubscription: boolean;
};

/** Changes the email of the account in two steps; works without JavaScript. */
export function EmailForm({ current, start, isDone, hasSubscription }: EmailFormProps) {
  return (
    <div id={EMAIL_CHANGE_ID} className="scroll-mt-28 pt-2 print:hidden">
      {isDone && (
        <Alert tone="done" role="status" className="mb-1 px-4 py-3 text-sm">
          {words.done}
          {hasSubscription && ` ${words.subscription}`}
        </Alert>
      )}
      <details open={start !== undefined}>
        <summary className="flex min-h-11 items-center font-semibold underline decoration-2 underline-offset-4">
          {words.heading}
        </summary>
        {start?.error && !start.errors && (
          <p role="alert" className="mb-3 text-sm font-semibold text-danger">
            {start.error}
          </p>
        )}
        {start?.step === "codes" ? (
          <CodesStep current={current} start={start} />
        ) : (
          <EmailStep start={start} />
        )}
      </details>
    </div>
  );
}

function EmailStep({ start }: Pick<EmailFormProps, "start">) {
  const [email, setEmail] = useState(start?.email ?? "");
  const question = useEmailQuestion(email);
  return (
    <>
      <form
        method="post"
        action={ACTION}
        onSubmit={(event) => question.holds() && event.preventDefault()}
      >
        <TextField
          label={words.email}
          hint={words.hint}
          problem={start?.errors?.[EMAIL_FIELD]?.[0]}
          name={EMAIL_FIELD}
          {...EMAIL_INPUT}
          required
          defaultValue={start?.email}
          onChange={({ target }) => setEmail(target.value)}
          onBlur={question.ask}
        />
        <Button type="submit" look="quiet" className="mt-4 w-full">
          {words.send}
        </Button>
      </form>
      <Suggestion email={question.suggestion} held={question.held} />
    </>
  );
}

type SuggestionProps = { email: string | undefined; held?: boolean };

/** Suggests the correction of a mistyped email, with a form that sends codes to it. */
function Suggestion({ email, held }: SuggestionProps) {
  const questionId = useId();
  const form = useId();
  return (
    <>
      <EmailQuestion
        id={questionId}
        suggestion={email}
        held={held ? words.send : undefined}
        accept={{ type: "submit", form }}
      />
      {email && (
        <form id={form} method="post" action={ACTION}>
          <input type="hidden" name={EMAIL_FIELD} value={email} />
        </form>
      )}
    </>
  );
}

type CodesStepProps = { current: string; start: EmailChangeStart };

function CodesStep({ current, start: { email, errors } }: CodesStepProps) {
  const { mode } = useSite();
  const fields = [
    { name: CURRENT_CODE_FIELD, email: current },
    { name: CODE_FIELD, email },
  ];
  return (
    <>
      <form method="post" action={ACTION} className="space-y-4">
        <p className="text-sm text-ink-2">{fill(words.codes, { digits: CODE_LENGTH })}</p>
        <input type="hidden" name={EMAIL_FIELD} value={email} />
        {fields.map((field) => (
          <TextField
            key={field.name}
            label={fill(words.code, { email: field.email })}
            problem={errors?.[field.name]?.[0]}
            name={field.name}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder={loginWords.codePlaceholder}
            required
            className="wrap-anywhere"
            inputClass="tabular-nums"
          />
        ))}
        <Button type="submit" look="quiet" className="w-full">
          {words.confirm}
        </Button>
      </form>
      <Suggestion email={suggestEmail(email)} />
      <div className="-mx-3 flex flex-wrap justify-between gap-x-2">
        <ButtonLink look="plain" className="text-sm" href="/account">
          {words.cancel}
        </ButtonLink>
        <form method="post" action={ACTION}>
          <input type="hidden" name={EMAIL_FIELD} value={email} />
          <Button type="submit" look="plain" className="text-sm">
            {words.again}
          </Button>
        </form>
      </div>
      <p className="mt-1 text-sm text-ink-2">
        {loginWords.notThere}{" "}
        {mode === "demo" && (
          <>
            {loginWords.demoMail}{" "}
            <a className="link" href="/demo/mail" target="_blank">
              {loginWords.demoMailbox}
            </a>
            .
          </>
        )}
      </p>
    </>
  );
}
