import { ButtonLink } from "../../components/button.tsx";
import { CrayonUnderline } from "../../components/crayon-marks.tsx";
import { landingWords } from "../../content/landing.ts";
import { PRICING_ID } from "../../lib/scroll.ts";
import { HeroSheets } from "./hero-sheets.tsx";

const UNDERLINED = "Screen-Free";
// A hyphen is a place to break a line, but not in these two.
const KEPT_TOGETHER = /(Screen-Time|Screen-Free)/;

/** The first screen: the promise, the one action, and pages from the product itself. */
export function Hero() {
  const { headline, subline, button, trust } = landingWords.hero;
  return (
    <section aria-labelledby="hero-heading" className="overflow-x-clip">
      <div className="column grid items-center gap-x-8 gap-y-12 pt-10 pb-16 sm:pt-14 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1.22fr)_minmax(0,1fr)] lg:gap-x-10 lg:pt-20 lg:pb-24 print:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] print:py-6">
        <div>
          <h1
            id="hero-heading"
            className="text-5xl md:max-lg:text-[2.375rem] lg:max-xl:text-[2.875rem]"
          >
            {headline.split(KEPT_TOGETHER).map((part) => (
              <HeadlinePart key={part} text={part} />
            ))}
          </h1>
          <p className="mt-6 max-w-[33rem] text-lg text-ink-2 sm:text-xl md:max-lg:text-lg">
            {subline}
          </p>
          <ButtonLink href={`#${PRICING_ID}`} look="main" className="mt-8 w-full sm:w-auto sm:px-9">
            {button}
          </ButtonLink>
          <ul className="mt-6 flex max-w-[28rem] flex-wrap gap-x-6 gap-y-1.5 text-base text-ink-2">
            {trust.map((line) => (
              <li key={line} className="flex items-center gap-2">
                <span aria-hidden="true" className="size-2 rounded-full border-4 border-teal" />
                {line}
              </li>
            ))}
          </ul>
        </div>
        <HeroSheets />
      </div>
    </section>
  );
}

function HeadlinePart({ text }: { text: string }) {
  if (!KEPT_TOGETHER.test(text)) return text;
  return (
    <span className="relative inline-block whitespace-nowrap">
      {text === UNDERLINED && (
        <CrayonUnderline className="absolute -inset-x-1 bottom-[-0.12em] -z-10 h-[0.36em] w-[calc(100%+0.5rem)]" />
      )}
      {text}
    </span>
  );
}
