import { type PolicySection, policyWords } from "../../content/policies.ts";

/** The sections as links: beside the text on wide screens, above it on others, on paper nowhere. */
export function PolicyContents({ sections }: { sections: readonly PolicySection[] }) {
  return (
    <nav
      aria-labelledby="contents-heading"
      className="rounded-card border border-line bg-card px-6 py-5 lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1 print:hidden"
    >
      <h2 id="contents-heading" className="font-sans text-base leading-normal font-semibold">
        {policyWords.contents}
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
    </nav>
  );
}
