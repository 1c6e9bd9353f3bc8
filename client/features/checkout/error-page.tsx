import { useLayoutEffect, useState } from "react";
import { SideCard } from "../../components/notice.tsx";
import { SheetMark } from "../../components/sheet-mark.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { chooseErrorMessage, takeCheckoutError } from "./error-message.ts";
import { ReturnActions } from "./return-actions.tsx";
import { SupportLine } from "./support-line.tsx";

/** The checkout failed. `given` is the reason in the address, which is shown as plain text. */
export function ErrorPage({ given }: { given: string | undefined }) {
  const words = checkoutWords.error;
  const message = chooseErrorMessage(given, useStoredError(given));
  return (
    <div className="column band grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="max-w-[38rem]">
        <SheetMark kind="problem" className="mb-5 h-24 w-auto" />
        <h1 className="text-4xl">{words.heading}</h1>
        <p className="mt-4">{words.text}</p>
        <section
          aria-labelledby="details-heading"
          className="mt-6 rounded-control border-2 border-danger bg-danger-2 px-5 py-4"
        >
          <h2
            id="details-heading"
            className="font-sans text-base leading-normal font-semibold text-danger"
          >
            {words.detailsHeading}
          </h2>
          <p role="alert" className="mt-1 min-h-7 break-words">
            {message}
          </p>
        </section>
        <ReturnActions retry={words.retry} home={words.home} back={words.back} />
        <p className="mt-8 text-base text-ink-2">
          <SupportLine text={words.support} />
        </p>
      </div>
      <SideCard heading={words.solutionsHeading}>
        <ul className="list-disc space-y-2 pl-5 text-base marker:text-ink-2">
          {words.solutions.map((solution) => (
            <li key={solution}>{solution}</li>
          ))}
        </ul>
      </SideCard>
    </div>
  );
}

/** The text that a failed checkout left in this tab; only the browser has it, after the first render. */
function useStoredError(given: string | undefined): string | undefined {
  const [stored, setStored] = useState<string>();
  useLayoutEffect(() => {
    if (given) return;
    const taken = takeCheckoutError(window);
    if (taken) setStored(taken);
  }, [given]);
  return stored;
}
