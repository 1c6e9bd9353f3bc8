import type { KeyboardEvent, MouseEvent, RefObject } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/text-field.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import type { Correction, CorrectionEvent } from "./address-correction.ts";
import { QuestionText } from "./address-question.tsx";
import { SupportLine } from "./support-line.tsx";

type AddressFormProps = {
  form: Extract<Correction, { kind: "open" }>;
  suggestion: string | undefined;
  /** What sending the address does. */
  consequence: string;
  field: RefObject<HTMLInputElement | null>;
  act: (event: CorrectionEvent) => void;
};

const QUESTION_BOX =
  "mt-3 flex flex-wrap items-center justify-between gap-x-6 rounded-control border-2 border-sun px-4 pt-2 pb-1 sm:py-1";

/** The new address, typed by the buyer. The server judges it; a likely slip is asked about once. */
export function AddressForm({ form, suggestion, consequence, field, act }: AddressFormProps) {
  const words = checkoutWords.address;
  const { text, problem, sending } = form;
  const busy = sending !== undefined;

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === "Escape") act({ type: "close" });
  }

  const disabled = { "aria-disabled": busy || undefined };
  const press = { onMouseDown: keepFocus, onKeyDown: closeOnEscape };
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
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
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
            {...press}
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
        <Button type="submit" look="dark" className="sm:min-w-52" {...disabled} {...press}>
          {busy ? words.sending : words.send}
        </Button>
        <Button look="plain" {...disabled} {...press} onClick={() => act({ type: "close" })}>
          {words.keep}
        </Button>
      </div>
    </form>
  );
}

/** A press must not blur the field first: what that shows would move the button away. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
