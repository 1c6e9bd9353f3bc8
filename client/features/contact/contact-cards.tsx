import type { ReactNode } from "react";
import { Card } from "../../components/card.tsx";
import { Fact } from "../../components/fact.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { contactWords } from "../../content/contact.ts";
import { supportWords } from "../../content/pages.ts";
import { useSite } from "../../lib/use-site.ts";

/** The email address, how soon an answer comes, and the office hours. */
export function InformationCard() {
  const words = contactWords.information;
  return (
    <HelpCard heading={words.heading}>
      <dl className="space-y-4">
        <Fact name={words.email}>
          <MailLink />
        </Fact>
        <Fact name={words.replies}>
          <p>{supportWords.replies}</p>
          <Times
            rows={supportWords.replyTimes.map(({ what, when }) => ({ name: what, value: when }))}
          />
        </Fact>
        <Fact name={words.hours}>
          <Times rows={supportWords.hours.map(({ days, time }) => ({ name: days, value: time }))} />
        </Fact>
      </dl>
    </HelpCard>
  );
}

/** The questions that most messages ask. */
export function FaqCard() {
  const { heading, entries, more } = contactWords.faq;
  return (
    <HelpCard heading={heading}>
      <dl className="space-y-4">
        {entries.map(({ question, answer, link }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-0.5 text-ink-2">
              {answer}{" "}
              {link && (
                <a className="link" href={link.href}>
                  {link.name}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <a className="link" href="/#faq">
          {more}
        </a>
      </p>
    </HelpCard>
  );
}

/** Ways without the form; the social page only where the shop has one. */
export function OtherWays() {
  const { socialUrl } = useSite();
  const { heading, social, socialLink, mail } = contactWords.other;
  return (
    <HelpCard heading={heading}>
      {socialUrl && (
        <p className="mb-4 text-ink-2">
          {social}{" "}
          <a className="link" href={socialUrl} target="_blank" rel="noreferrer">
            {socialLink}
          </a>
        </p>
      )}
      <p className="text-ink-2">
        {mail} <MailLink />
      </p>
    </HelpCard>
  );
}

function HelpCard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Card as="section" className="px-5 py-6 text-base sm:px-7">
      <h2 className="mb-4 text-xl">{heading}</h2>
      {children}
    </Card>
  );
}

function Times({ rows }: { rows: { name: string; value: string }[] }) {
  return (
    <ul className="mt-1">
      {rows.map(({ name, value }) => (
        <li key={name} className="flex flex-wrap justify-between gap-x-4">
          <span className="text-ink-2">{name}</span>
          <span className="font-semibold tabular-nums">{value}</span>
        </li>
      ))}
    </ul>
  );
}
