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
  /** Whether they have gone there already. */
  mailed: boolean;
  /** Whether the mail to it was given up. */
  lost: boolean;
  /** Whether this browser may still correct it. */
  possible: boolean;
  field: RefObject<HTMLInputElement | null>;
  act: (event: CorrectionEvent) => void;
};

/** What stands under the address: a question about it, the form, or what has become of it. */
export function AddressCorrection({
  state,
  address,
  mailed,
  lost,
  possible,
  field,
  act,
}: AddressCorrectionProps) {
  const words = checkoutWords.address;
  const suggestion = questionOf(state, address);
  return (
    <>
      {/* Always there: a live region that arrives with its text is not read out. */}
      <div role="alert">{lost && state.kind !== "open" && <Lost />}</div>
      {possible && state.kind === "untouched" && suggestion && (
        <AddressQuestion suggestion={suggestion} sending={state.sending} act={act} />
      )}
      {possible && state.kind === "open" && (
        <AddressForm
          form={state}
          suggestion={suggestion}
          consequence={mailed ? words.consequence : words.pendingConsequence}
          field={field}
          act={act}
        />
      )}
      <div role="status">
        {state.kind === "sent" && !lost && <Sent text={sentText(state, mailed)} />}
      </div>
    </>
  );
}

function sentText(
  { oldAddress, linksLost, alsoMoved }: Extract<Correction, { kind: "sent" }>,
  mailed: boolean,
): string {
  const words = checkoutWords.address;
  const sentences = [
    mailed ? words.sent : words.pendingSent,
    mailed && oldAddress !== null && words.oldLinks(oldAddress),
    alsoMoved.length > 0 && words.alsoMoved(alsoMoved),
    mailed && linksLost && words.linksLost,
  ];
  return sentences.filter(Boolean).join(" ");
}

function Lost() {
  return (
    <p className="mt-3 max-w-[38rem] rounded-control border-2 border-sun bg-card px-4 py-3 text-base sm:px-5">
      {checkoutWords.address.lost}
    </p>
  );
}

function Sent({ text }: { text: string }) {
  return (
    <p className="mt-3 flex max-w-[38rem] gap-2.5 font-semibold text-teal">
      <CrayonTick className="mt-1 size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}
