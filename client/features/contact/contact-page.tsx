import type { ReactNode } from "react";
import { contactWording } from "../../../server/contract/contact.ts";
import type { PageData } from "../../../server/pages/loaders.ts";
import { ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Fact } from "../../components/fact.tsx";
import { MailLink, TextLink } from "../../components/page-link.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { contactWords, supportWords } from "../../content/contact.ts";
import { useSite } from "../../lib/page-context.ts";
import { ContactForm } from "./contact-form.tsx";

export function ContactPage({ data }: { data: PageData["/contact"] }) {
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
        <ContactForm start={data} />
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
  const { phone, hours } = useSite();
  const words = contactWords.information;
  return (
    <HelpCard heading={words.heading}>
      <dl className="space-y-4">
        <Fact name={words.email}>
          <MailLink />
        </Fact>
        <Fact name={words.replies}>
          <p>{supportWords.replies}</p>
          <Times rows={supportWords.replyTimes} />
        </Fact>
        {phone && (
          <Fact name={words.phone}>
            <a className="link" href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>
              {phone}
            </a>
          </Fact>
        )}
        <Fact name={words.hours}>{hours || <Times rows={supportWords.hours} />}</Fact>
      </dl>
    </HelpCard>
  );
}

function FaqCard() {
  const { heading, entries, more } = contactWords.faq;
  const { faqs } = useSite();
  return (
    <HelpCard heading={heading}>
      <dl className="space-y-4">
        {entries.map(({ question, answer, link }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-0.5 text-ink-2">
              {answer} {link && <TextLink to={link.href}>{link.name}</TextLink>}
            </dd>
          </div>
        ))}
      </dl>
      {faqs && (
        <p className="mt-4">
          <TextLink to="/#faq">{more}</TextLink>
        </p>
      )}
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

function Times({ rows }: { rows: readonly { name: string; time: string }[] }) {
  return (
    <ul className="mt-1">
      {rows.map(({ name, time }) => (
        <li key={name} className="flex flex-wrap justify-between gap-x-4">
          <span className="text-ink-2">{name}</span>
          <span className="font-semibold tabular-nums">{time}</span>
        </li>
      ))}
    </ul>
  );
}

/** Confirmation after a form post without JavaScript. */
export function MessageSent() {
  return (
    <Notice
      heading={contactWords.sentHeading}
      mark={<LetterMark sent className="mb-6 h-32 w-auto" />}
    >
      <p className="mt-4">{contactWording.sent}</p>
      <p className="mt-2 text-ink-2">{supportWords.replies}</p>
      <Actions>
        <ButtonRoute to="/" look="main">
          {contactWords.backHome}
        </ButtonRoute>
        <ButtonLink href="/contact">{contactWords.form.another}</ButtonLink>
      </Actions>
    </Notice>
  );
}

/** Decorative letter in an envelope, with a tick when sent. */
function LetterMark({ sent = false, className }: { sent?: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 180 132" className={className} fill="none" aria-hidden="true">
      <rect x="6" y="98" width="168" height="30" rx="15" fill="#FCF0DC" />
      <g strokeLinejoin="round" strokeLinecap="round">
        <g transform="rotate(-4 90 60)">
          <rect
            x="46"
            y="8"
            width="90"
            height="92"
            rx="5"
            fill="#fff"
            stroke="#E7DAC2"
            strokeWidth="2"
          />
          {sent ? (
            <path d="M70 36c6 4 10 9 14 16 7-18 15-29 28-39" stroke="#0E6B63" strokeWidth="8" />
          ) : (
            <>
              <path d="M59 24h34" stroke="#55607A" strokeWidth="4" />
              <path d="M59 38h62M59 50h48" stroke="#CFE4F7" strokeWidth="5" />
            </>
          )}
        </g>
        <g stroke="#20283A" strokeWidth="3">
          <path d="M32 58 L90 92 L148 58 V112 a6 6 0 0 1-6 6 H38 a6 6 0 0 1-6-6Z" fill="#FBDD9C" />
          <path d="M33 115 76 84M147 115 104 84" />
        </g>
        <circle cx="90" cy="96" r="8.5" fill="#C43D1B" stroke="#20283A" strokeWidth="3" />
      </g>
    </svg>
  );
}
