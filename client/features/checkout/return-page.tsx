import type { ReactNode } from "react";
import { Button, ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Actions } from "../../components/notice.tsx";
import { SheetMark, type SheetMarkKind } from "../../components/sheet-mark.tsx";
import { useHasPacks } from "../../lib/page-context.ts";
import { PRICING_ID } from "../../lib/scroll.ts";

type ReturnPageProps = {
  mark: SheetMarkKind;
  words: { heading: string; text: string; retry: string; home: string; back: string };
  /** Offer whose payment failed or was canceled. */
  offer?: { href: string; label: string } | undefined;
  children: ReactNode;
  below?: ReactNode;
  aside: ReactNode;
};

/** Layout shared by the pages for failed and canceled payments. */
export function ReturnPage(props: ReturnPageProps) {
  const { mark, words, offer, children, below, aside } = props;
  return (
    <div className="column band grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="max-w-[38rem]">
        <SheetMark kind={mark} className="mb-5 h-24 w-auto" />
        <h1 className="text-4xl">{words.heading}</h1>
        <p className="mt-4">{words.text}</p>
        {children}
        <Actions>
          {offer && (
            <ButtonLink href={offer.href} look="main">
              {offer.label}
            </ButtonLink>
          )}
          {useHasPacks() && (
            <ButtonLink href={`/#${PRICING_ID}`} look={offer ? "outline" : "main"}>
              {words.retry}
            </ButtonLink>
          )}
          <ButtonRoute to="/">{words.home}</ButtonRoute>
          <Button look="plain" className="needs-script" onClick={() => window.history.back()}>
            {words.back}
          </Button>
        </Actions>
        {below}
      </div>
      {aside}
    </div>
  );
}
