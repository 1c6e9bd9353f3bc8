import { ButtonLink } from "../../components/button.tsx";
import { Picture } from "../../components/picture.tsx";
import { TickList } from "../../components/crayon.tsx";
import { landingPictures } from "../../content/pictures.ts";
import { storyWords } from "../../content/landing-sections.ts";
import { PRICING_ID } from "../../lib/scroll.ts";
import { Band, BandHeading } from "./band.tsx";

const ID = "bonuses";

export function Bonuses() {
  const { heading, text, contents, picture, button, stamp } = storyWords.bonuses;
  return (
    <Band
      id={ID}
      className="grid items-center gap-x-10 gap-y-10 md:grid-cols-2 lg:gap-x-16 print:grid-cols-2 print:break-inside-avoid"
    >
      <div>
        <BandHeading of={ID}>{heading}</BandHeading>
        <p className="mt-4 max-w-[32rem] text-ink-2">{text}</p>
        <div className="mt-7">
          <TickList items={contents} />
        </div>
        <ButtonLink href={`#${PRICING_ID}`} className="mt-9 w-full sm:w-auto sm:px-9">
          {button}
        </ButtonLink>
      </div>
      <div className="relative mx-auto w-full max-w-[30rem]">
        <Picture
          from={landingPictures}
          name={picture}
          sizes="(width >= 64rem) 30rem, (width >= 48rem) 44vw, (width >= 32rem) 30rem, 88vw"
          className="h-auto w-full"
        />
        <p className="absolute top-[4%] right-[2%] flex size-28 rotate-8 flex-col items-center justify-center font-display leading-none font-semibold text-ink sm:size-34">
          <StampRing />
          <span className="relative text-sm">{stamp.top}</span>{" "}
          <span className="relative text-3xl sm:text-4xl">{stamp.value}</span>{" "}
          <span className="relative mt-0.5 text-base">{stamp.bottom}</span>
        </p>
      </div>
    </Band>
  );
}

function StampRing() {
  return (
    <svg
      viewBox="0 0 120 120"
      className="absolute inset-0 size-full"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M60 5c34-3 56 24 55 54s-26 57-57 56S4 90 5 58 28 8 60 5Z"
        fill="#F6BE4B"
        stroke="#20283A"
        strokeWidth="3"
      />
      <path
        d="M60 14c28-2 46 20 45 45s-21 47-46 46-45-20-44-46 17-43 45-45Z"
        stroke="#20283A"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeDasharray="0.5 7"
      />
    </svg>
  );
}
