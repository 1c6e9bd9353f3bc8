import type { KeyboardEvent, RefObject } from "react";
import { fill } from "../../../../server/contract/words.ts";
import { Alert } from "../../../components/notice.tsx";
import { BreakableEmail } from "../../../components/fact.tsx";
import { Button } from "../../../components/button.tsx";
import { CrayonTick } from "../../../components/crayon.tsx";
import { EMAIL_INPUT, TextField } from "../../../components/text-field.tsx";
import { checkoutWords } from "../../../content/checkout.ts";
import { keepFocus } from "../../../lib/form.ts";
import { SupportLine } from "../support-line.tsx";
import {
  type CorrectionEvent,
  type CorrectionForm,
  questionOf,
  type SentCorrection,
  type useEmailCorrection,
} from "./email-correction.ts";

const words = checkoutWords.email;

type EmailCorrectionProps = {
  correction: Pick<ReturnType<typeof useEmailCorrection>, "state" | "field" | "act">;
  email: string;
  /** Whether the files have already been emailed. */
  mailed: boolean;
  /** Whether the email could not be delivered. */
  lost: boolean;
  /** Whether this browser may change the email. */
  possible: boolean;
};

/** Email correction: a suggestion for a typo, the form, or its result. */
export function EmailCorrection(props: EmailCorrectionProps) {
  const { correction, email, mailed, lost, possible } = props;
  const { state, field, act } = correction;
  const suggestion = questionOf(state, email);
  return (
    <>
      {/* Always rendered: screen readers skip a live region that appears with its text. */}
      <div role="alert">
        {lost && state.kind !== "open" && (
          <Alert tone="question" className="mt-3 max-w-[38rem] px-4 py-3 text-base sm:px-5">
            {words.lost}
          </Alert>
        )}
      </div>
      {possible && state.kind === "untouched" && suggestion && (
        <SuggestionQuestion suggestion={suggestion} busy={state.sending !== undefined} act={act} />
      )}
      {possible && state.kind === "open" && (
        <EmailForm
          form={state}
          suggestion={suggestion}
          consequence={mailed ? words.consequence : words.pendingConsequence}
          field={field}
          act={act}
        />
      )}
      <div role="status">
        {state.kind === "sent" && !lost && (
          <p className="mt-3 flex max-w-[38rem] gap-2.5 font-semibold text-teal">
            <CrayonTick className="mt-1 size-5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{sentText(state, mailed)}</span>
          </p>
        )}
      </div>
    </>
  );
}

function sentText({ oldEmail, linksLost, alsoMoved }: SentCorrection, mailed: boolean): string {
  const sentences = [
    mailed ? words.sent : words.pendingSent,
    mailed && oldEmail !== null && fill(words.oldLinks, { email: oldEmail }),
    alsoMoved.length > 0 && fill(words.alsoMoved, { numbers: alsoMoved.join(", ") }),
    mailed && linksLost && words.linksLost,
  ];
  return sentences.filter(Boolean).join(" ");
}

type EmailFormProps = {
  form: CorrectionForm;
  suggestion: string | undefined;
  consequence: string;
  field: RefObject<HTMLInputElement | null>;
  act: (event: CorrectionEvent) => void;
};

const QUESTION_BOX =
  "mt-3 flex flex-wrap items-center justify-between gap-x-6 rounded-control border-2 border-sun px-4 pt-2 pb-1 sm:py-1";

/** Form for the new email. The server validates it; a likely typo shows a suggestion once. */
function EmailForm({ form, suggestion, consequence, field, act }: EmailFormProps) {
  const { text, problem, sending } = form;
  const busy = sending !== undefined;

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === "Escape") act({ type: "close" });
  }

  const keys = { onMouseDown: keepFocus, onKeyDown: closeOnEscape };
  const inactive = { ...keys, "aria-disabled": busy || undefined };
  return (
    <form
      noValidate
      className="mt-4 rounded-control border border-line bg-card px-4 py-4 text-base sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        act({ type: "submit" });
      }}
    >
      <TextField
        ref={field}
        label={words.label}
        hint={consequence}
        problem={problem?.field ? problem.message : undefined}
        {...EMAIL_INPUT}
        name="email"
        value={text}
        readOnly={busy}
        onChange={(event) => act({ type: "write", text: event.target.value })}
        onKeyDown={closeOnEscape}
        onBlur={() => act({ type: "leave" })}
      />
      <div className={suggestion && QUESTION_BOX}>
        <div role="status" className="min-w-0">
          {suggestion && <QuestionText suggestion={suggestion} />}
        </div>
        {suggestion && (
          <Button
            look="plain"
            className="-mx-3 shrink-0"
            {...keys}
            onClick={() => act({ type: "accept", suggestion })}
          >
            {words.yes}
          </Button>
        )}
      </div>
      {problem && !problem.field && (
        <div role="alert" className="mt-3">
          <p className="font-semibold text-danger">{problem.message}</p>
          <p className="mt-1 text-sm">
            <SupportLine text={words.writeTo} />
          </p>
        </div>
      )}
      <div className="mt-4 flex flex-col gap-x-3 gap-y-1 sm:flex-row">
        <Button type="submit" look="dark" className="sm:min-w-52" {...inactive}>
          {busy ? words.sending : words.send}
        </Button>
        <Button look="plain" {...inactive} onClick={() => act({ type: "close" })}>
          {words.keep}
        </Button>
      </div>
    </form>
  );
}

type SuggestionQuestionProps = Pick<EmailFormProps, "act"> & { suggestion: string; busy: boolean };

function SuggestionQuestion({ suggestion, busy, act }: SuggestionQuestionProps) {
  const disabled = busy || undefined;
  return (
    <Alert
      as="div"
      tone="question"
      role="group"
      aria-label={`${words.question} ${suggestion}?`}
      className="needs-script mt-4 px-4 py-4 sm:px-5"
    >
      <QuestionText suggestion={suggestion} />
      <div className="mt-3 flex flex-col gap-x-3 gap-y-1 sm:flex-row">
        <Button
          look="dark"
          className="sm:min-w-44"
          aria-disabled={disabled}
          onClick={() => act({ type: "accept", suggestion })}
        >
          {busy ? words.sending : words.yes}
        </Button>
        <Button look="plain" aria-disabled={disabled} onClick={() => act({ type: "close" })}>
          {words.no}
        </Button>
      </div>
    </Alert>
  );
}

/** Question "Did you mean anna@gmail.com?" */
function QuestionText({ suggestion }: { suggestion: string }) {
  return (
    <p className="text-lg leading-snug wrap-anywhere">
      {words.question}{" "}
      <strong className="font-semibold">
        <BreakableEmail email={suggestion} />
      </strong>
      ?
    </p>
  );
}
