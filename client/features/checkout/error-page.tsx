import { useLayoutEffect, useState } from "react";
import { payMessages } from "../../../server/contract/messages.ts";
import { SideCard } from "../../components/notice.tsx";
import { payWords } from "../../content/pay.ts";
import { CHECKOUT_ERROR_KEY } from "../../lib/checkout.ts";
import { tabStorage } from "../../lib/storage.ts";
import { ReturnPage } from "./return-page.tsx";
import { SupportLine } from "./support-line.tsx";

type ErrorPageProps = {
  /** The message in the URL: null for a text that is not the shop's, undefined without one. */
  given: string | null | undefined;
};

/** Shown after a failed checkout. */
export function ErrorPage({ given }: ErrorPageProps) {
  const words = payWords.error;
  const stored = useStoredError(given === undefined);
  const message = given ?? stored ?? payMessages.checkoutUnexpected;
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
          <ul className="list-disc space-y-2 ps-5 text-base marker:text-ink-2">
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
function useStoredError(isWanted: boolean): string | undefined {
  const [stored, setStored] = useState<string>();
  useLayoutEffect(() => {
    if (!isWanted) return;
    const taken = tabStorage.getItem(CHECKOUT_ERROR_KEY)?.trim();
    tabStorage.removeItem(CHECKOUT_ERROR_KEY);
    if (taken) setStored(taken);
  }, [isWanted]);
  return stored;
}
