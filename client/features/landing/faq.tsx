import type { SyntheticEvent } from "react";
import type { Batch, Faq } from "../../../server/contract/content.ts";
import { Icon } from "../../components/icons.tsx";
import { TextLink } from "../../components/page-link.tsx";
import { faqWords } from "../../content/landing-packs.ts";
import { api } from "../../lib/api.ts";
import { Band, BandHeading } from "./band.tsx";
import { ShowMore } from "./show-more.tsx";
import { useBatches } from "./use-batches.ts";

/** FAQ. A shared `name` on the `<details>` elements allows only one open question. */
export function Questions({ first }: { first: Batch<Faq> }) {
  const { heading, more, contact } = faqWords;
  const { rows, ...batches } = useBatches(first, api.listFaqs);
  return (
    <Band id="faq" className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="lg:sticky lg:top-28 lg:self-start">
        <BandHeading of="faq">{heading}</BandHeading>
        <p className="mt-4 text-ink-2">
          {more} <TextLink to="/contact">{contact}</TextLink>
        </p>
      </div>
      <div className="border-t border-line">
        {rows.map(({ id, question, answer }) => (
          <details
            key={id}
            name="faq"
            onToggle={closeOthers}
            className="group border-b border-line print:break-inside-avoid print:details-content:[content-visibility:visible]"
          >
            <summary className="flex list-none items-center justify-between gap-6 rounded-control py-5 font-semibold hover:text-teal print:py-2.5 [&::-webkit-details-marker]:hidden">
              <span className="min-w-0 wrap-anywhere" dir="auto">
                {question}
              </span>
              {/* Plus icon that becomes a minus when open. */}
              <Icon className="size-6 shrink-0 text-teal print:hidden" strokeWidth="3.2">
                <path d="M4 12.6c5-.8 10-.9 16-.4" />
                <path
                  d="M11.7 4.2c.6 5 .7 10 .2 15.6"
                  className="origin-center transition-transform duration-200 group-open:rotate-90"
                />
              </Icon>
            </summary>
            <div
              className="prose max-w-[38rem] pe-10 pb-6 text-ink-2 print:pb-3"
              dir="auto"
              // Safe: the server renders Markdown and escapes raw HTML.
              dangerouslySetInnerHTML={{ __html: answer }}
            />
          </details>
        ))}
        <ShowMore {...batches} className="mt-6" />
      </div>
    </Band>
  );
}

/** Closes the other questions when one opens, for browsers without `<details name>`. */
function closeOthers({ currentTarget: entry }: SyntheticEvent<HTMLDetailsElement>): void {
  if (!entry.open) return;
  for (const other of entry.parentElement?.querySelectorAll("details") ?? []) {
    if (other !== entry) other.open = false;
  }
}
