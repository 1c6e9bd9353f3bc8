import { ButtonRoute } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CrayonUnderline } from "../../components/crayon.tsx";
import { type Policy, type PolicySection, policyWords } from "../../content/policies.ts";
import { Block } from "./policy-blocks.tsx";

/** The definition of a policy's page. */
export function policyPage(policy: Policy) {
  const { title, description } = policy;
  return {
    facts: { title, description, indexable: true, shared: true },
    frame: "site-back-home",
    show: () => <PolicyPage policy={policy} />,
  } as const;
}

function PolicyPage({ policy }: { policy: Policy }) {
  return (
    <article className="column py-12 lg:py-16 print:py-0">
      <header>
        <h1 className="text-4xl">
          <span className="relative inline-block">
            <CrayonUnderline className="absolute inset-x-0 bottom-[-0.2em] -z-10 h-[0.36em] w-full print:hidden" />
            {policy.title}
          </span>
        </h1>
        <p className="mt-5 max-w-[35rem] text-xl text-ink-2">{policy.subtitle}</p>
        <p className="mt-2 text-base text-ink-2">{policyWords.updated}</p>
      </header>
      <div className="mt-10 grid items-start justify-between gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,35rem)_minmax(0,17rem)]">
        <PolicyContents sections={policy.sections} />
        <div className="space-y-12 lg:col-start-1 lg:row-start-1">
          {policy.notice && <Notice text={policy.notice} />}
          {policy.sections.map(({ id, heading, blocks }) => (
            <section key={id} aria-labelledby={id} className="space-y-4">
              <h2 id={id} className="text-2xl">
                {heading}
              </h2>
              {blocks.map((block, index) => (
                <Block key={index} block={block} />
              ))}
            </section>
          ))}
          <div className="print:hidden">
            <ButtonRoute to="/">{policyWords.backHome}</ButtonRoute>
          </div>
        </div>
      </div>
    </article>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p className="max-w-[35rem] rounded-card bg-paper-2 px-6 py-5 print:border print:border-line">
      <strong className="font-display text-lg font-semibold">{policyWords.notice}: </strong>
      {text}
    </p>
  );
}

/** The table of contents: next to the text on wide screens, not printed. */
function PolicyContents({ sections }: { sections: readonly PolicySection[] }) {
  return (
    <Card
      as="nav"
      aria-labelledby="contents-heading"
      className="px-6 py-5 lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1 print:hidden"
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
    </Card>
  );
}
