import { CrayonUnderline, Crayon } from "../../components/crayon.tsx";
import { useHasPicture } from "../../components/replaceable-picture.tsx";
import { landingSectionWords } from "../../content/landing-sections.ts";
import { useSite } from "../../lib/page-context.ts";
import { PacksButton, Sheet } from "./band.tsx";

const UNDERLINED = "Screen-Free";
// Words that must not wrap at their hyphen.
const UNBREAKABLE = /(Screen-Time|Screen-Free)/;

export function Hero() {
  const { headline, subline, button, trust, claim } = landingSectionWords.hero;
  const { trustClaim } = useSite();
  const hasPicture = useHasPicture();
  const hasSheets = SHEETS.some(({ name }) => hasPicture(name));
  const columns =
    "md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1.22fr)_minmax(0,1fr)] print:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]";
  const lines = trustClaim ? [...trust, claim] : trust;
  return (
    <section aria-labelledby="hero-heading" className="overflow-x-clip">
      <div
        className={`column grid items-center gap-x-8 gap-y-12 pt-10 pb-16 sm:pt-14 lg:gap-x-10 lg:pt-20 lg:pb-24 print:py-6 ${hasSheets ? columns : ""}`}
      >
        <div>
          <h1
            id="hero-heading"
            className="text-5xl md:max-lg:text-[2.375rem] lg:max-xl:text-[2.875rem]"
          >
            {headline.split(UNBREAKABLE).map((part) => (
              <HeadlinePart key={part} text={part} />
            ))}
          </h1>
          <p className="mt-6 max-w-[33rem] text-lg text-ink-2 sm:text-xl md:max-lg:text-lg">
            {subline}
          </p>
          <PacksButton look="main" className="mt-8 w-full sm:w-auto sm:px-9">
            {button}
          </PacksButton>
          <ul className="mt-6 flex max-w-[28rem] flex-wrap gap-x-4 gap-y-1.5 text-base text-ink-2">
            {lines.map((line) => (
              <li key={line} className="flex items-center gap-2">
                <span aria-hidden="true" className="size-2 rounded-full border-4 border-teal" />
                {line}
              </li>
            ))}
          </ul>
        </div>
        {hasSheets && <Sheets />}
      </div>
    </section>
  );
}

/** The sheets of paper beside the headline, with crayons. */
function Sheets() {
  return (
    <div className="relative mx-auto aspect-[1/0.98] w-full max-w-[34rem] md:max-w-none">
      {SHEETS.map(({ name, place, part }) => (
        <Sheet
          key={name}
          name={name}
          sizes={sizesOf(part)}
          load="patient"
          className={`absolute ${place}`}
        />
      ))}
      <Crayon tone="sun" className="absolute bottom-[1%] left-[8%] w-[36%] rotate-[-17deg]" />
      <Crayon tone="coral" className="absolute right-[4%] bottom-[7%] w-[33%] rotate-[24deg]" />
    </div>
  );
}

function HeadlinePart({ text }: { text: string }) {
  if (!UNBREAKABLE.test(text)) return text;
  return (
    <span className="relative inline-block whitespace-nowrap">
      {text === UNDERLINED && (
        <CrayonUnderline className="absolute -inset-x-1 bottom-[-0.12em] -z-10 h-[0.36em] w-[calc(100%+0.5rem)]" />
      )}
      {text}
    </span>
  );
}

// Sheets from back to front, each with its position and its fraction of the hero's width.
const SHEETS = [
  { name: "hero-letter", place: "left-[1%] top-[9%] w-[47%] -rotate-9", part: 0.47 },
  { name: "hero-count", place: "right-[1%] top-[2%] w-[47%] rotate-8", part: 0.47 },
  { name: "premium-pack", place: "left-[22%] top-[12%] w-[57%] -rotate-2", part: 0.57 },
] as const;

/** Returns the `sizes` attribute for a sheet that covers a fraction of the hero's width. */
function sizesOf(part: number): string {
  const px = (table: number) => `${Math.round(table * part)}px`;
  return `(width >= 64rem) ${px(480)}, (width >= 48rem) ${px(340)}, (width >= 37rem) ${px(544)}, calc(${part} * (100vw - 2.5rem))`;
}
