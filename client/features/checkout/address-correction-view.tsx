import type { RefObject } from "react";
import { CrayonTick } from "../../components/crayon-marks.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { type Correction, type CorrectionEvent, questionOf } from "./address-correction.ts";
import { AddressForm } from "./address-form.tsx";
import { AddressQuestion } from "./address-question.tsx";

type AddressCorrectionProps = {
  state: Correction;
  /** Where the files go now. */
  address: string;
  /** Whether this browser may still correct it. */
  possible: boolean;
  field: RefObject<HTMLInputElement | null>;
  act: (event: CorrectionEvent) => void;
};

/** What stands under the address: a question about it, the form, or what has become of it. */
export function AddressCorrection({
  state,
  address,
  possible,
  field,
  act,
}: AddressCorrectionProps) {
  const suggestion = questionOf(state, address);
  return (
    <>
      {possible && state.kind === "untouched" && suggestion && (
        <AddressQuestion suggestion={suggestion} sending={state.sending} act={act} />
      )}
      {possible && state.kind === "open" && (
        <AddressForm form={state} suggestion={suggestion} field={field} act={act} />
      )}
      {/* Always there: a live region that arrives with its text is not read out. */}
      <div role="status">{state.kind === "sent" && <Sent {...state} />}</div>
    </>
  );
}

function Sent({ oldAddress, linksLost }: Extract<Correction, { kind: "sent" }>) {
  const words = checkoutWords.address;
  return (
    <p className="mt-3 flex max-w-[38rem] gap-2.5 font-semibold text-teal">
      <CrayonTick className="mt-1 size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {words.sent(oldAddress)} {linksLost && words.linksLost}
      </span>
    </p>
  );
}
