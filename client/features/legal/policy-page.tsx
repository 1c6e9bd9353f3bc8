import type { ReactNode } from "react";
import { ButtonRoute } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CrayonCross, CrayonTick, CrayonUnderline } from "../../components/crayon.tsx";
import { MailLink, TextLink } from "../../components/page-link.tsx";
import { policyNames } from "../../content/pages.ts";
import {
  type Policy,
  type PolicyBlock,
  type PolicyList,
  type PolicySection,
  policyWords,
} from "../../content/policies.ts";
import { useSite } from "../../lib/page-context.ts";

/** Defines the page of a policy. */
export function policyPage(policy: Policy) {
  const { title, description } = policy;
  return {
    facts: { title: () => title, description: () => description, indexable: true, shared: true },
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
          {policy.notice && (
            <p className="max-w-[35rem] rounded-card bg-paper-2 px-6 py-5 print:border print:border-line">
              <strong className="font-display text-lg font-semibold">{policyWords.notice}: </strong>
              {policy.notice}
            </p>
          )}
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

/** A block of a section: paragraph, lists, steps or facts. */
function Block({ block }: { block: PolicyBlock }) {
  if (typeof block === "string") {
    return (
      <p className="max-w-[35rem]">
        <PolicyText text={block} />
      </p>
    );
  }
  if ("steps" in block) {
    return (
      <ol className="max-w-[35rem] space-y-4">
        {block.steps.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-teal-2 font-display text-lg leading-none font-semibold text-teal"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">
              <PolicyText text={step} />
            </span>
          </li>
        ))}
      </ol>
    );
  }
  if ("facts" in block) {
    return (
      <dl className="max-w-[35rem] divide-y divide-line border-y border-line">
        {Object.entries(block.facts).map(([name, value]) => (
          <div key={name} className="grid gap-x-6 py-3.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="font-semibold">{name}</dt>
            <dd>
              <PolicyText text={value} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  if (block.lists.length === 1) return block.lists.map((list) => <List key={0} list={list} />);
  return (
    <div className="grid max-w-[35rem] gap-4 sm:grid-cols-2">
      {block.lists.map((list) => (
        <Card
          key={list.heading}
          className="px-5 py-5 print:border-0 print:bg-transparent print:p-0"
        >
          <List list={list} />
        </Card>
      ))}
    </div>
  );
}

const MARKS = {
  yes: <CrayonTick className="mt-1 size-5 shrink-0 text-teal" />,
  no: <CrayonCross className="mt-1 size-5 shrink-0 text-danger" />,
  plain: (
    <span
      aria-hidden="true"
      className="mx-1.5 mt-[0.65em] size-2 rounded-full border-4 border-sun"
    />
  ),
};

function List({ list: { heading, look, items } }: { list: PolicyList }) {
  return (
    <>
      {heading && <h3 className="mb-3 text-xl">{heading}</h3>}
      <ul className="max-w-[35rem] space-y-2.5">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            {MARKS[look]}
            <span>
              <PolicyText text={item} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A text with its placeholders replaced. */
function PolicyText({ text }: { text: string }) {
  const { brand } = useSite();
  const link = (to: string, name: string) => <TextLink to={to}>{name}</TextLink>;
  const values: Record<string, ReactNode> = {
    "{brand}": brand,
    "{email}": <MailLink />,
    "{contact}": link("/contact", "contact form"),
    "{privacy}": link("/privacy", policyNames.privacy),
    "{terms}": link("/terms", policyNames.terms),
    "{refund}": link("/refund", policyNames.refund),
  };
  return text.split(/(\{\w+\})/).map((part) => <span key={part}>{values[part] ?? part}</span>);
}
