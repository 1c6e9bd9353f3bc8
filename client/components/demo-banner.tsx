import { pageWords } from "../content/pages.ts";

/** Says on every page of a demo that nothing is charged, and where its mails arrive. */
export function DemoBanner() {
  return (
    <aside aria-label="Demo" className="bg-night text-night-ink print:hidden">
      <p className="column flex flex-wrap items-center gap-x-4 py-2 text-sm">
        <span>{pageWords.demo.text}</span>
        <a
          href="/demo/mail"
          className="inline-flex min-h-6 items-center font-semibold underline decoration-sun decoration-2 underline-offset-3 hover:decoration-3 focus-visible:outline-sun"
        >
          {pageWords.demo.link}
        </a>
      </p>
    </aside>
  );
}
