import type { ReactNode } from "react";
import { pageWords } from "../content/pages.ts";
import { closedPageWords, offlinePageWords } from "../content/unavailable.ts";
import { useSite } from "../lib/page-context.ts";
import { ButtonLink, ButtonRoute } from "./button.tsx";
import { Actions, Notice } from "./notice.tsx";
import { SheetMark } from "./sheet-mark.tsx";
import { ModeBanner } from "./mode-banner.tsx";
import { ShopMark, SiteFooter, SiteFrame } from "./site-frame.tsx";

type UnavailablePageProps = { words: { title: string; text: string }; children: ReactNode };

function UnavailablePage({ words, children }: UnavailablePageProps) {
  return (
    <SiteFrame>
      <Notice heading={words.title} mark={<SheetMark kind="wait" className="mb-5 h-24 w-auto" />}>
        <p className="mt-4 text-ink-2">{words.text}</p>
        <Actions>{children}</Actions>
      </Notice>
    </SiteFrame>
  );
}

/** Shown when the server is temporarily overloaded or unavailable; offers a retry. */
export function BusyPage({ words }: Pick<UnavailablePageProps, "words">) {
  return (
    <UnavailablePage words={words}>
      <ButtonLink href="" look="main">
        {pageWords.failure.retry}
      </ButtonLink>
      <ButtonRoute to="/">{pageWords.home}</ButtonRoute>
    </UnavailablePage>
  );
}

/** Shown instead of any page while offline. */
export function OfflinePage() {
  return (
    <UnavailablePage words={offlinePageWords}>
      <ButtonRoute to="/account" look="main">
        {offlinePageWords.account}
      </ButtonRoute>
      <ButtonLink href="">{offlinePageWords.retry}</ButtonLink>
    </UnavailablePage>
  );
}

/** Shown to visitors of a closed shop, with links to what an earlier buyer may need. */
export function ClosedPage() {
  const { brand } = useSite();
  return (
    <div className="flex min-h-dvh flex-col">
      <ModeBanner />
      <main className="flex-1">
        <Notice heading={brand} mark={<ShopMark className="mb-5 h-16" />}>
          <p className="mt-4 text-ink-2">{closedPageWords.text}</p>
        </Notice>
      </main>
      <SiteFooter isClosed />
    </div>
  );
}
