import { useLayoutEffect, useState } from "react";
import { messages, orderMessages, payMessages } from "../../../server/contract/messages.ts";
import { refusals } from "../../../server/contract/refusals.ts";
import { SideCard } from "../../components/notice.tsx";
import { payWords } from "../../content/pay.ts";
import { CHECKOUT_ERROR_KEY } from "../../lib/checkout.ts";
import { tabStorage } from "../../lib/storage.ts";
import { ReturnPage } from "./return-page.tsx";
import { SupportLine } from "./support-line.tsx";

/** Shown after a failed checkout. `given` is the message in the URL. */
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

/** The message that a failed checkout stored in this tab; known only after hydration. */
function useStoredError(given: string | undefined): string | undefined {
  const [stored, setStored] = useState<string>();
  useLayoutEffect(() => {
    if (given) return;
    const taken = tabStorage.getItem(CHECKOUT_ERROR_KEY);
    tabStorage.removeItem(CHECKOUT_ERROR_KEY);
    if (taken) setStored(taken);
  }, [given]);
  return stored;
}

// Messages that the URL may contain.
const OWN_TEXTS = new Set<unknown>(
  [messages, payMessages, orderMessages, refusals].flatMap((texts) => Object.values(texts)),
);

/**
 * Selects the error message: from the URL, else from storage, else the default.
 * Only known messages are accepted from the URL, because anyone can craft a link.
 */
export function chooseErrorMessage(given: string | undefined, stored: string | undefined): string {
  const text = given?.trim();
  if (text) return OWN_TEXTS.has(text) ? text : payMessages.checkoutUnexpected;
  return stored?.trim() || payMessages.checkoutUnexpected;
}
