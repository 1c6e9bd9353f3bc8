import { Crayon } from "../../components/crayon.tsx";
import { landingPictures } from "../../content/pictures.ts";
import { storyWords } from "../../content/landing-sections.ts";
import { useSite } from "../../lib/use-site.ts";
import { Band, BandHeading, Sheet } from "./band.tsx";

const ID = "why-choose";
// Position of each reason's number on the plan.
const MARKS = [
  "left-[55%] top-[5.2%]",
  "left-[0.5%] top-[9%]",
  "left-[51%] top-[35%]",
  "left-[74.5%] top-[57.4%]",
];
// Highlighted words of the plan.
const HIGHLIGHTS = [
  "left-[6.2%] top-[9.3%] w-[21%]",
  "left-[25.4%] top-[36%] w-[25.5%]",
  "left-[56%] top-[57.3%] w-[18%]",
  "left-[56%] top-[59.6%] w-[18%]",
];
const NUMBER =
  "flex shrink-0 items-center justify-center rounded-full bg-teal font-display leading-none font-semibold text-card [print-color-adjust:exact]";

export function WhyChoose() {
  const { heading, intro, picture, reasons } = storyWords.whyChoose;
  const { brand } = useSite();
  return (
    <Band
      id={ID}
      className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,0.86fr)_minmax(0,1fr)] print:grid-cols-[minmax(0,0.86fr)_minmax(0,1fr)] print:break-inside-avoid"
    >
      <div className="relative mx-auto w-full max-w-[27rem] -rotate-2 max-lg:order-last">
        <Sheet from={landingPictures} name={picture} sizes="(width >= 32rem) 27rem, 88vw" />
        {HIGHLIGHTS.map((place) => (
          <span
            key={place}
            className={`absolute h-[2.2%] rounded-full bg-sun/70 mix-blend-multiply ${place}`}
          />
        ))}
        {MARKS.map((place, index) => (
          <span
            key={place}
            aria-hidden="true"
            className={`absolute size-6 text-sm ${NUMBER} ${place}`}
          >
            {index + 1}
          </span>
        ))}
        <Crayon tone="sky" className="absolute -right-[7%] bottom-[3%] w-[42%] rotate-[-29deg]" />
      </div>
      <div>
        <BandHeading of={ID}>{heading(brand)}</BandHeading>
        <p className="mt-4 max-w-[36rem] text-ink-2">{intro}</p>
        <ol className="mt-9 space-y-6">
          {reasons.map(({ title, text }, index) => (
            <li key={title} className="flex gap-4">
              <span aria-hidden="true" className={`size-8 text-base ${NUMBER}`}>
                {index + 1}
              </span>
              <div className="max-w-[32rem]">
                <h3 className="pt-1 text-xl">{title}</h3>
                <p className="mt-1.5 text-base text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Band>
  );
}
