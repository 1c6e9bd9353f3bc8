import { useLayoutEffect, useState } from "react";
import { messages, orderMessages, payMessages } from "../../../server/contract/messages.ts";
import { refusals } from "../../../server/contract/refusals.ts";
import { SideCard } from "../../components/notice.tsx";
import { payWords } from "../../content/pay.ts";
import { takeCheckoutError } from "../../lib/checkout.ts";
import { ReturnPage } from "./return-page.tsx";
import { SupportLine } from "./support-line.tsx";

/** The checkout failed. `given` is the reason in the URL, which is shown as plain text. */
export function ErrorPage({ given }: { given: string | undefined }) {
  const words = payWords.error;
  const message = chooseErrorMessage(given, useStoredError(given));
  return (
    <ReturnPage
      mark="problem"
      words={words}
      below={
        <p className="mt-8 text-base text-ink-2">
          <SupportLine text={words.support} />
        </p>
      }
      aside={
        <SideCard heading={words.solutionsHeading}>
          <ul className="list-disc space-y-2 pl-5 text-base marker:text-ink-2">
            {words.solutions.map((solution) => (
              <li key={solution}>{solution}</li>
            ))}
          </ul>
        </SideCard>
      }
    >
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
    </ReturnPage>
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

// Whatever the shop says of a checkout that failed stands in one of these (decision: spec-silent).
const CATALOGUE = new Set<unknown>(
  [messages, payMessages, orderMessages, refusals].flatMap((texts) => Object.values(texts)),
);

/**
 * The text of the error page (spec section 4): the URL's own, else the stored one, else the
 * default. Links of strangers end in the URL too, so it says what the catalogue says or nothing.
 */
export function chooseErrorMessage(given: string | undefined, stored: string | undefined): string {
  const text = given?.trim();
  if (text) return CATALOGUE.has(text) ? text : payMessages.checkoutUnexpected;
  return stored?.trim() || payMessages.checkoutUnexpected;
}
