import { ButtonRoute } from "../../components/button.tsx";
import { CrayonUnderline } from "../../components/crayon-marks.tsx";
import { type Policy, policyWords } from "../../content/policies.ts";
import { Block } from "./policy-blocks.tsx";
import { PolicyContents } from "./policy-contents.tsx";

/** A long text to be read: its heading, a table of contents, and the sections. */
export function PolicyPage({ policy }: { policy: Policy }) {
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
