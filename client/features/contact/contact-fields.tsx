import { type ComponentProps, useId } from "react";
import {
  type ContactField,
  contactForm,
  type ContactProblems,
  tidyContact,
} from "../../../server/contract/contact.ts";
import { lengthOf } from "../../../server/contract/field-validation.ts";
import { EmailQuestion } from "../../components/email-question.tsx";
import { TextArea, EMAIL_INPUT, TextField } from "../../components/text-field.tsx";
import { contactWords } from "../../content/contact.ts";
import type { useContact } from "./use-contact.ts";

const words = contactWords.form;
const { properties, required } = contactForm;

type ContactFieldsProps = {
  contact: Pick<ReturnType<typeof useContact>, "state" | "dispatch" | "question" | "acceptEmail">;
};

/** The four fields; disabled while the message is sent. */
export function ContactFields({ contact }: ContactFieldsProps) {
  const { state, dispatch, question, acceptEmail } = contact;
  const { values, problems, status } = state;
  const { suggestion } = question;
  const questionId = useId();
  const { maxLength = 0 } = properties.message;

  const lineOf = (name: ContactField): LineProps => ({
    name,
    label: properties[name].title,
    value: values[name],
    required: required.includes(name),
    problem: problems[name as keyof ContactProblems],
    onChange: (event) => dispatch({ type: "change", name, value: event.target.value }),
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
        name="message"
        label={properties.message.title}
        value={values.message}
        required
        problem={problems.message}
        hint={words.count(lengthOf(tidyContact(values).message), maxLength)}
        onChange={(event) =>
          dispatch({ type: "change", name: "message", value: event.target.value })
        }
      />
    </fieldset>
  );
}

type LineProps = Pick<
  ComponentProps<typeof TextField>,
  "name" | "label" | "value" | "required" | "problem" | "onChange"
>;
