import { faqEntries, type FaqEntry, faqWords } from "../../content/landing.ts";
import { Band, BandHeading } from "./band.tsx";

const ID = "faq";

/** The questions; `name` lets one be open at a time. */
export function Faq() {
  const { heading, more, contact } = faqWords;
  return (
    <Band id={ID} className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="lg:sticky lg:top-28 lg:self-start">
        <BandHeading of={ID}>{heading}</BandHeading>
        <p className="mt-4 text-ink-2">
          {more}{" "}
          <a href={contact.href} className="link">
            {contact.text}
          </a>
        </p>
      </div>
      <div className="border-t border-line">
        {faqEntries.map((entry) => (
          <FaqItem key={entry.question} entry={entry} />
        ))}
      </div>
    </Band>
  );
}

function FaqItem({ entry: { question, answer, link } }: { entry: FaqEntry }) {
  return (
    <details
      name={ID}
      className="group border-b border-line print:break-inside-avoid print:details-content:[content-visibility:visible]"
    >
      <summary className="flex list-none items-center justify-between gap-6 rounded-control py-5 font-semibold hover:text-teal print:py-2.5 [&::-webkit-details-marker]:hidden">
        {question}
        <PlusMark />
      </summary>
      <div className="max-w-[38rem] pr-10 pb-6 text-ink-2 print:pb-3">
        <p>{answer}</p>
        {link && (
          <p className="mt-2">
            <a href={link.href} className="link">
              {link.text}
            </a>
          </p>
        )}
      </div>
    </details>
  );
}

/** A crayon plus that turns into a minus when the entry opens. */
function PlusMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-6 shrink-0 text-teal print:hidden"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 12.6c5-.8 10-.9 16-.4" />
      <path
        d="M11.7 4.2c.6 5 .7 10 .2 15.6"
        className="origin-center transition-transform duration-200 group-open:rotate-90"
      />
    </svg>
  );
}
