import type { MouseEvent } from "react";
import { Button, ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Actions } from "../../components/notice.tsx";
import { usePage } from "../../lib/page-context.ts";
import { PRICING_ID, SCROLL_TO_PRICING_DELAY_MS, scrollToPricing } from "../../lib/scroll.ts";

type ReturnActionsProps = {
  retry: string;
  home: string;
  back: string;
  /** The offer that the payment was for, where there is one. */
  offer?: { href: string; label: string } | undefined;
};

/** The ways on from a payment that did not happen: to its offer, to the packs, home, or back. */
export function ReturnActions({ retry, home, back, offer }: ReturnActionsProps) {
  const { go } = usePage();

  async function retryFromPricing(event: MouseEvent): Promise<void> {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    await go("/");
    setTimeout(scrollToPricing, SCROLL_TO_PRICING_DELAY_MS);
  }

  return (
    <Actions>
      {offer && (
        <ButtonLink href={offer.href} look="main">
          {offer.label}
        </ButtonLink>
      )}
      <ButtonLink
        href={`/#${PRICING_ID}`}
        look={offer ? "outline" : "main"}
        onClick={(event) => void retryFromPricing(event)}
      >
        {retry}
      </ButtonLink>
      <ButtonRoute to="/">{home}</ButtonRoute>
      <Button look="plain" className="needs-script" onClick={() => window.history.back()}>
        {back}
      </Button>
    </Actions>
  );
}
