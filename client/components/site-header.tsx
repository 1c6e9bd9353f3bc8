import { pageWords } from "../content/pages.ts";
import { Logo } from "./logo.tsx";
import { PageLink } from "./page-link.tsx";

/** The bar that stays at the top: the logo alone, or with a way back beside it. */
export function SiteHeader({ brand, backHome = false }: { brand: string; backHome?: boolean }) {
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
            {pageWords.notFound.home}
          </PageLink>
        )}
      </div>
    </header>
  );
}
