import { type FormEvent, useId } from "react";
import {
  contactForm,
  type ContactStart,
  OPENED_FIELD,
  TRAP_FIELD,
} from "../../../server/contract/contact.ts";
import { contactWording } from "../../../server/contract/messages.ts";
import { Alert } from "../../components/notice.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CrayonTick } from "../../components/crayon.tsx";
import { contactWords } from "../../content/contact.ts";
import { keepFocus } from "../../lib/form.ts";
import { ContactFields } from "./contact-fields.tsx";
import type { ContactState } from "./contact-state.ts";
import { useContact } from "./use-contact.ts";

const words = contactWords.form;

/** The contact form; a plain form post before hydration. */
export function ContactForm({ start }: { start: ContactStart }) {
  const contact = useContact(start.draft);
  const { state, form, message, submit, writeAnother } = contact;
  const titleId = useId();
  const loading = state.status === "loading";

  function submitHere(event: FormEvent): void {
    event.preventDefault();
    submit();
  }

  return (
    <Card as="section" raised className="px-5 py-7 sm:px-9 sm:py-9">
      <h2 className="text-3xl">{words.heading}</h2>
      <Outcome state={state} messageRef={message} />
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
          onSubmit={submitHere}
        >
          <h3 id={titleId} className="sr-only">
            {contactForm.title}
          </h3>
          <Traps openedAt={start.openedAt} />
          <ContactFields contact={contact} />
          <PrivacyNote />
          <div className="mt-6 flex flex-col gap-x-5 gap-y-2 sm:flex-row sm:items-center">
            {/* aria-disabled keeps the focus; `submit` ignores a second click. */}
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

function Outcome({
  state: { status, problems },
  messageRef,
}: {
  state: ContactState;
  messageRef: ReturnType<typeof useContact>["message"];
}) {
  const failed = status === "error";
  const faulty = status === "idle" && Object.keys(problems).length > 0;
  return (
    <>
      {/* Always rendered: a live region that is added with its text is not announced. */}
      <div role="status">
        {status === "success" && (
          <Alert
            tone="done"
            ref={messageRef}
            tabIndex={-1}
            className="mt-5 flex gap-3 px-5 py-4 font-semibold text-teal focus-visible:outline-none"
          >
            <CrayonTick className="mt-0.5 size-6 shrink-0" />
            {contactWording.sent}
          </Alert>
        )}
        {faulty && <p className="sr-only">{words.check}</p>}
      </div>
      {failed && (
        <Alert
          tone="danger"
          ref={messageRef}
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

/** A field that only bots fill in, and the time when the form was opened. */
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

function PrivacyNote() {
  const { privacy, privacyLink } = contactWords.form;
  return (
    <p className="mt-5 text-sm text-ink-2">
      {privacy}{" "}
      <PageLink to="/privacy" className="link">
        {privacyLink}
      </PageLink>
    </p>
  );
}
