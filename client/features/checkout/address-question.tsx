import { BreakableAddress } from "../../components/breakable-address.tsx";
import { Button } from "../../components/button.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import type { CorrectionEvent } from "./address-correction.ts";

type AddressQuestionProps = {
  suggestion: string;
  sending: string | undefined;
  act: (event: CorrectionEvent) => void;
};

/** Asks whether the files should go to the address that was probably meant; one press sends them. */
export function AddressQuestion({ suggestion, sending, act }: AddressQuestionProps) {
  const words = checkoutWords.address;
  const busy = sending !== undefined;
  const disabled = { "aria-disabled": busy || undefined };
  return (
    <div
      role="group"
      aria-label={`${words.question} ${suggestion}?`}
      className="needs-script mt-4 rounded-control border-2 border-sun bg-card px-4 py-4 sm:px-5"
    >
      <QuestionText suggestion={suggestion} />
      <div className="mt-3 flex flex-col gap-x-3 gap-y-1 sm:flex-row">
        <Button
          look="dark"
          className="sm:min-w-44"
          {...disabled}
          onClick={() => act({ type: "accept", suggestion })}
        >
          {busy ? words.sending : words.yes}
        </Button>
        <Button look="plain" {...disabled} onClick={() => act({ type: "close" })}>
          {words.no}
        </Button>
      </div>
    </div>
  );
}

/** "Did you mean anna@gmail.com?" */
export function QuestionText({ suggestion }: { suggestion: string }) {
  return (
    <p className="text-lg leading-snug wrap-anywhere">
      {checkoutWords.address.question}{" "}
      <strong className="font-semibold">
        <BreakableAddress address={suggestion} />
      </strong>
      ?
    </p>
  );
}
