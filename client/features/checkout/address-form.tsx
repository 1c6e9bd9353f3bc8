import type { KeyboardEvent, MouseEvent, RefObject } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/text-field.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import type { Correction, CorrectionEvent } from "./address-correction.ts";
import { BreakableAddress } from "./breakable-address.tsx";
import { SupportLine } from "./support-line.tsx";

type AddressFormProps = {
  form: Extract<Correction, { kind: "open" }>;
  suggestion: string | undefined;
  field: RefObject<HTMLInputElement | null>;
  act: (event: CorrectionEvent) => void;
};

/** The new address, typed by the buyer. The server judges it; a likely slip is asked about once. */
export function AddressForm({ form, suggestion, field, act }: AddressFormProps) {
  const words = checkoutWords.address;
  const { text, problem, sending } = form;
  const busy = sending !== undefined;

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === "Escape") act({ type: "close" });
  }

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
        hint={words.consequence}
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
      <div role="status">
        {suggestion && (
          <p className="mt-3 font-semibold wrap-anywhere">
            {words.question} <BreakableAddress address={suggestion} />?
          </p>
        )}
      </div>
      {suggestion && (
        <Button
          look="plain"
          className="-mx-3"
          {...press}
          onClick={() => act({ type: "accept", suggestion })}
        >
          {words.yes}
        </Button>
      )}
      {problem && !problem.field && (
        <div role="alert" className="mt-3">
          <p className="font-semibold text-danger">{problem.message}</p>
          <p className="mt-1 text-sm">
            <SupportLine />
          </p>
        </div>
      )}
      <div className="mt-4 flex flex-col gap-x-3 gap-y-1 sm:flex-row">
        <Button type="submit" look="dark" aria-disabled={busy || undefined} {...press}>
          {busy ? words.sending : words.send}
        </Button>
        <Button look="plain" {...press} onClick={() => act({ type: "close" })}>
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
