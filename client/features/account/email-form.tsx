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
import { EMAIL_INPUT, TextField } from "../../components/text-field.tsx";
import { accountWords } from "../../content/account.ts";
import { loginWords } from "../../content/login.ts";
import { useSite } from "../../lib/page-context.ts";

const words = accountWords.emailChange;
/** The fragment scrolls to the form in the page that answers. */
const ACTION = `/account#${EMAIL_CHANGE_ID}`;

type EmailFormProps = {
  /** Current email. */
  current: string;
  start?: EmailChangeStart | undefined;
};

/** Changes the email of the account in two steps; works without JavaScript. */
export function EmailForm({ current, start }: EmailFormProps) {
  return (
    <details
      id={EMAIL_CHANGE_ID}
      open={start !== undefined}
      className="mt-2 scroll-mt-20 print:hidden"
    >
      <summary className="flex min-h-11 items-center font-semibold underline decoration-2 underline-offset-4">
        {words.heading}
      </summary>
      {start?.error && (
        <p role="alert" className="mb-3 font-semibold text-danger">
          {start.error}
        </p>
      )}
      {start?.step === "codes" ? (
        <CodesStep current={current} start={start} />
      ) : (
        <EmailStep current={current} email={start?.email ?? ""} />
      )}
    </details>
  );
}

function EmailStep({ current, email: given }: { current: string; email: string }) {
  const [email, setEmail] = useState(given);
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
          hint={fill(words.hint, { email: current })}
          name={EMAIL_FIELD}
          {...EMAIL_INPUT}
          required
          defaultValue={given}
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
