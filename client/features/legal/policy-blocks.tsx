import type { ReactNode } from "react";
import { Card } from "../../components/card.tsx";
import { CrayonCross, CrayonTick } from "../../components/crayon.tsx";
import { MailLink, PageLink } from "../../components/page-link.tsx";
import { policyNames } from "../../content/pages.ts";
import type { PolicyBlock, PolicyList } from "../../content/policies.ts";
import { useSite } from "../../lib/page-context.ts";

/** A block of a section: paragraph, lists, steps or facts. */
export function Block({ block }: { block: PolicyBlock }) {
  if (typeof block === "string") {
    return (
      <p className="max-w-[35rem]">
        <PolicyText text={block} />
      </p>
    );
  }
  if ("steps" in block) return <Steps steps={block.steps} />;
  if ("facts" in block) return <Facts facts={block.facts} />;
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

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="max-w-[35rem] space-y-4">
      {steps.map((step, index) => (
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

function Facts({ facts }: { facts: Readonly<Record<string, string>> }) {
  return (
    <dl className="max-w-[35rem] divide-y divide-line border-y border-line">
      {Object.entries(facts).map(([name, value]) => (
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

const PLACEHOLDER = /(\{\w+\})/;

/** A text with its placeholders replaced. */
function PolicyText({ text }: { text: string }) {
  const { brand } = useSite();
  const values: Record<string, ReactNode> = {
    "{brand}": brand,
    "{email}": <MailLink />,
    "{contact}": page("/contact", "contact form"),
    "{privacy}": page("/privacy", policyNames.privacy),
    "{terms}": page("/terms", policyNames.terms),
    "{refund}": page("/refund", policyNames.refund),
  };
  return text.split(PLACEHOLDER).map((part) => <span key={part}>{values[part] ?? part}</span>);
}

function page(to: "/contact" | "/privacy" | "/terms" | "/refund", name: string): ReactNode {
  return (
    <PageLink className="link" to={to}>
      {name}
    </PageLink>
  );
}
