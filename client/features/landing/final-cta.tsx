import { ButtonLink } from "../../components/button.tsx";
import { Crayon } from "../../components/crayon.tsx";
import { landingPictures } from "../../content/pictures.ts";
import { storyWords } from "../../content/landing-sections.ts";
import { PRICING_ID } from "../../lib/scroll.ts";
import { BandHeading, Sheet } from "./band.tsx";

const ID = "final-cta";
// Rotation and offset of each sheet; the outer two are hidden on phones.
const SHEET_CLASSES = [
  "-rotate-6 translate-y-8 max-md:hidden",
  "rotate-3 translate-y-2",
  "-rotate-2",
  "rotate-5 translate-y-5",
  "-rotate-3 translate-y-9 max-md:hidden",
];

export function FinalCta() {
  const { heading, text, button, sheets } = storyWords.closing;
  return (
    <section id={ID} aria-labelledby={`${ID}-heading`} className="late overflow-clip print:hidden">
      <div className="column flex flex-col items-center pt-14 text-center lg:pt-22">
        <Crayon tone="sun" className="mb-6 w-28 rotate-[-8deg]" />
        <BandHeading of={ID}>{heading}</BandHeading>
        <p className="mt-4 max-w-[34rem] text-ink-2">{text}</p>
        <ButtonLink href={`#${PRICING_ID}`} look="main" className="mt-8 w-full sm:w-auto sm:px-9">
          {button}
        </ButtonLink>
        <div className="mt-14 flex h-32 w-full max-w-[60rem] justify-center gap-3 sm:h-52 sm:gap-5">
          {sheets.map((name, index) => (
            <Sheet
              key={name}
              from={landingPictures}
              name={name}
              alt=""
              sizes="(width >= 40rem) 11rem, 40vw"
              className={`h-fit w-[40%] shrink-0 sm:w-44 ${SHEET_CLASSES[index]}`}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
