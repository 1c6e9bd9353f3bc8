import type { ReactNode } from "react";
import type { ContactStart } from "../../../server/contract/contact.ts";
import { ButtonRoute } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Fact } from "../../components/fact.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { contactWords } from "../../content/contact.ts";
import { supportWords } from "../../content/pages.ts";
import { useSite } from "../../lib/page-context.ts";
import { ContactForm } from "./contact-form.tsx";
import { LetterMark } from "./message-sent.tsx";

export function ContactPage({ start }: { start: ContactStart }) {
  return (
    <div className="column py-12 lg:py-16">
      <div className="flex items-end justify-between gap-8">
        <div>
          <h1 className="text-4xl">{contactWords.heading}</h1>
          <p className="mt-4 max-w-[35rem] text-ink-2">{contactWords.intro}</p>
        </div>
        <LetterMark className="hidden h-28 w-auto shrink-0 sm:block" />
      </div>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <ContactForm start={start} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:max-lg:grid-cols-2">
          <InformationCard />
          <FaqCard />
          <div className="md:max-lg:col-span-2">
            <OtherWays />
          </div>
        </div>
      </div>
      <div className="mt-10">
        <ButtonRoute to="/">{contactWords.backHome}</ButtonRoute>
      </div>
    </div>
  );
}

function InformationCard() {
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

function FaqCard() {
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

function OtherWays() {
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
