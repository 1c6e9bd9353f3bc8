import type { ReactNode } from "react";
import { frameWords, pageWords } from "../content/pages.ts";
import { useLive, useSite } from "../lib/page-context.ts";
import { Logo } from "./logo.tsx";
import { ModeBanner } from "./mode-banner.tsx";
import { PageLink } from "./page-link.tsx";
import { SiteFooter } from "./site-footer.tsx";

/** The landmarks of every public page: skip link, banner, header, main and footer. */
export function SiteFrame({
  children,
  backHome = false,
}: {
  children: ReactNode;
  /** Adds "Back to Home" to the header. */
  backHome?: boolean;
}) {
  useLive();
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <SkipLink />
      <ModeBanner />
      <SiteHeader backHome={backHome} />
      <main id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

/** The first stop of the keyboard: skips the header. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-control bg-ink font-semibold text-card focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-30 focus:px-5 focus:py-3"
    >
      {frameWords.skipLink}
    </a>
  );
}

function SiteHeader({ backHome }: { backHome: boolean }) {
  const { brand } = useSite();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper print:static print:border-0">
      <div className="column flex h-16 items-center justify-between gap-4">
        <PageLink to="/" className="-mx-2 rounded-control px-2 py-1 text-ink no-underline">
          <Logo brand={brand} />
        </PageLink>
        {backHome && (
          <PageLink
            to="/"
            className="-mx-2 rounded-control px-2 py-2 text-base font-semibold whitespace-nowrap underline decoration-2 underline-offset-4 hover:decoration-3 print:hidden"
          >
            {pageWords.home}
          </PageLink>
        )}
      </div>
    </header>
  );
}
