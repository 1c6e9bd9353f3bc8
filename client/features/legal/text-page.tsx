import type { ShownPage } from "../../../server/contract/content.ts";
import { formatDate } from "../../../server/contract/format.ts";
import { fill } from "../../../server/contract/words.ts";
import { ButtonRoute } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CrayonUnderline } from "../../components/crayon.tsx";
import { textPageWords as words } from "../../content/text-page.ts";

/** Legal page, or another text page created by the owner. */
export function TextPage({ page: { title, html, sections, updatedOn } }: { page: ShownPage }) {
  return (
    <article className="column py-12 lg:py-16 print:py-0" dir="auto">
      <header>
        <h1 className="text-4xl">
          <span className="relative inline-block max-w-full">
            <CrayonUnderline className="absolute inset-x-0 bottom-[-0.2em] -z-10 h-[0.36em] w-full print:hidden" />
            {title}
          </span>
        </h1>
        {updatedOn && (
          <p className="mt-5 text-base text-ink-2">
            {fill(words.updated, { date: formatDate(updatedOn) })}
          </p>
        )}
      </header>
      <div className="mt-8 grid items-start justify-between gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,35rem)_minmax(0,17rem)]">
        {sections.length > 1 && <Contents sections={sections} />}
        <div className="lg:col-start-1 lg:row-start-1">
          <div
            className="prose max-w-[35rem] [&>p:first-child]:text-xl [&>p:first-child]:text-ink-2"
            // Safe: the server renders Markdown and escapes raw HTML.
            dangerouslySetInnerHTML={{ __html: html }}
          />
          <div className="mt-12 print:hidden">
            <ButtonRoute to="/">{words.backHome}</ButtonRoute>
          </div>
        </div>
      </div>
    </article>
  );
}

/** The table of contents: next to the text on wide screens, not printed. */
function Contents({ sections }: Pick<ShownPage, "sections">) {
  return (
    <Card
      as="nav"
      aria-labelledby="contents-heading"
      className="px-6 py-5 lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1 print:hidden"
    >
      <h2 id="contents-heading" className="font-sans text-base leading-normal font-semibold">
        {words.contents}
      </h2>
      <ol className="mt-2 gap-x-8 text-base sm:max-lg:columns-2">
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-block py-1 text-ink-2 underline-offset-4 hover:text-ink hover:underline"
            >
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </Card>
  );
}
