import { type ChangeEvent, useId } from "react";
import {
  type ContactField,
  contactForm,
  type ContactProblems,
  type ContactStart,
  OPENED_FIELD,
  tidyContact,
  TRAP_FIELD,
  contactWording,
} from "../../../server/contract/contact.ts";
import { lengthOf } from "../../../server/contract/field-validation.ts";
import { fill } from "../../../server/contract/words.ts";
import { Alert } from "../../components/notice.tsx";
import { TextLink } from "../../components/page-link.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CrayonTick } from "../../components/crayon.tsx";
import { EmailQuestion } from "../../components/email-question.tsx";
import { EMAIL_INPUT, TextArea, TextField } from "../../components/text-field.tsx";
import { contactWords } from "../../content/contact.ts";
import { keepFocus } from "../../lib/form.ts";
import { type Contact, useContact } from "./use-contact.ts";

const words = contactWords.form;
const { properties, required } = contactForm;

/** Contact form. Submits a plain form before hydration. */
export function ContactForm({ start }: { start: ContactStart }) {
  const contact = useContact(start.draft);
  const { state, form, submit, writeAnother } = contact;
  const titleId = useId();
  const loading = state.status === "loading";

  return (
    <Card as="section" raised className="px-5 py-7 sm:px-9 sm:py-9">
      <h2 className="text-3xl">{words.heading}</h2>
      <Outcome contact={contact} />
      {state.sent ? (
        <Button className="mt-6" onClick={writeAnother}>
          {words.another}
        </Button>
      ) : (
        <form
          ref={form}
          method="post"
          action="/contact"
          noValidate
          aria-labelledby={titleId}
          className="mt-6"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <h3 id={titleId} className="sr-only">
            {contactWording.title}
          </h3>
          <Traps openedAt={start.openedAt} />
          <ContactFields contact={contact} />
          <p className="mt-5 text-sm text-ink-2">
            {words.privacy} <TextLink to="/privacy">{words.privacyLink}</TextLink>
          </p>
          <div className="mt-6 flex flex-col gap-x-5 gap-y-2 sm:flex-row sm:items-center">
            {/* aria-disabled keeps the focus on the button; `submit` ignores repeated clicks. */}
            <Button
              type="submit"
              look="main"
              aria-disabled={loading || undefined}
              onMouseDown={keepFocus}
            >
              {loading ? words.submitting : words.send}
            </Button>
            <p role="status" className="text-base text-ink-2 max-sm:-mb-3 max-sm:min-h-7">
              {loading && contactWording.sending}
            </p>
          </div>
        </form>
      )}
    </Card>
  );
}

function Outcome({ contact: { state, message } }: { contact: Contact }) {
  const { status, problems } = state;
  const faulty = status === "idle" && Object.keys(problems).length > 0;
  return (
    <>
      {/* Always rendered: a live region that is added with its text is not announced. */}
      <div role="status">
        {status === "success" && (
          <Alert
            tone="done"
            ref={message}
            tabIndex={-1}
            className="mt-5 flex gap-3 px-5 py-4 font-semibold text-teal focus-visible:outline-none"
          >
            <CrayonTick className="mt-0.5 size-6 shrink-0" />
            {contactWording.sent}
          </Alert>
        )}
        {faulty && <p className="sr-only">{words.check}</p>}
      </div>
      {status === "error" && (
        <Alert
          tone="danger"
          ref={message}
          tabIndex={-1}
          role="alert"
          className="mt-5 px-5 py-4 font-semibold text-danger focus-visible:outline-none"
        >
          {contactWording.failed}
        </Alert>
      )}
    </>
  );
}

/** Spam traps: a honeypot field, and the time when the form was opened. */
function Traps({ openedAt }: { openedAt: number }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {words.trap}
        <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
      <input type="hidden" name={OPENED_FIELD} value={openedAt} />
    </div>
  );
}

/** The four fields; disabled while the message is sent. */
function ContactFields({ contact }: { contact: Contact }) {
  const { state, dispatch, question, acceptEmail } = contact;
  const { values, problems, status } = state;
  const { suggestion } = question;
  const questionId = useId();
  const { maxLength = 0 } = properties.message;

  const lineOf = (name: ContactField) => ({
    name,
    label: contactWording.fields[name],
    value: values[name],
    required: required.includes(name),
    problem: problems[name as keyof ContactProblems],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      dispatch({ type: "change", name, value: target.value }),
  });

  return (
    <fieldset
      disabled={status === "loading"}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
    >
      <TextField {...lineOf("name")} autoComplete="name" />
      <div>
        <TextField
          {...lineOf("email")}
          {...EMAIL_INPUT}
          hint={words.emailHint}
          aria-describedby={suggestion && questionId}
          onBlur={question.ask}
        />
        <EmailQuestion
          id={questionId}
          suggestion={suggestion}
          held={question.held ? words.send : undefined}
          accept={{
            className: "needs-script",
            onClick: () => suggestion && acceptEmail(suggestion),
          }}
        />
      </div>
      <TextField {...lineOf("subject")} hint={words.subjectHint} />
      <TextArea
        {...lineOf("message")}
        hint={fill(words.count, { length: lengthOf(tidyContact(values).message), most: maxLength })}
      />
    </fieldset>
  );
}
