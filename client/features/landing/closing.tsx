import { Crayon, TickList } from "../../components/crayon.tsx";
import { creatorWords } from "../../content/landing-packs.ts";
import { landingSectionWords } from "../../content/landing-sections.ts";
import { useSite } from "../../lib/page-context.ts";
import { Band, BandHeading, LandingPicture, PacksButton, Sheet } from "./band.tsx";

export function Bonuses() {
  const { heading, text, contents, button, stamp } = landingSectionWords.bonuses;
  return (
    <Band
      id="bonuses"
      className="grid items-center gap-x-10 gap-y-10 md:grid-cols-2 lg:gap-x-16 print:grid-cols-2 print:break-inside-avoid"
    >
      <div>
        <BandHeading of="bonuses">{heading}</BandHeading>
        <p className="mt-4 max-w-[32rem] text-ink-2">{text}</p>
        <div className="mt-7">
          <TickList items={contents} />
        </div>
        <PacksButton className="mt-9 w-full sm:w-auto sm:px-9">{button}</PacksButton>
      </div>
      <div className="relative mx-auto min-h-36 w-full max-w-[30rem]">
        <LandingPicture
          name="anatomy-bonus-table"
          sizes="(width >= 64rem) 30rem, (width >= 48rem) 44vw, (width >= 32rem) 30rem, 88vw"
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
      stroke="#20283A"
      aria-hidden="true"
    >
      <path
        d="M60 5c34-3 56 24 55 54s-26 57-57 56S4 90 5 58 28 8 60 5Z"
        fill="#F6BE4B"
        strokeWidth="3"
      />
      <path
        d="M60 14c28-2 46 20 45 45s-21 47-46 46-45-20-44-46 17-43 45-45Z"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeDasharray="0.5 7"
      />
    </svg>
  );
}

type AboutCreatorProps = { hasPortrait: boolean };

export function AboutCreator({ hasPortrait }: AboutCreatorProps) {
  const { heading, picture, paragraphs, signature, role } = creatorWords;
  return (
    <Band
      id="about-creator"
      className={`grid items-center gap-x-10 gap-y-10 print:break-inside-avoid lg:gap-x-16 ${hasPortrait ? "print:grid-cols-2 md:grid-cols-[minmax(0,0.9fr)_minmax(0,1fr)]" : ""}`}
    >
      {hasPortrait && (
        <div className="mx-auto w-full max-w-[30rem] md:max-w-none">
          <LandingPicture
            name={picture}
            sizes="(width >= 64rem) 32rem, (width >= 48rem) 42vw, (width >= 36rem) 30rem, 90vw"
          />
        </div>
      )}
      <div>
        <BandHeading of="about-creator">{heading}</BandHeading>
        <div className="mt-6 max-w-[34rem] space-y-4">
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <p className="mt-7 flex items-center gap-3">
          <span className="-rotate-3 font-display text-2xl font-semibold text-teal">
            {signature}
          </span>
          <span className="text-base text-ink-2">{role}</span>
        </p>
      </div>
    </Band>
  );
}

// The sheets below the closing words; the outer two are hidden on phones.
const SHEETS = [
  ["premium-pack-page-8", "-rotate-6 translate-y-8 max-md:hidden"],
  ["premium-pack-page-3", "rotate-3 translate-y-2"],
  ["learn-create", "-rotate-2"],
  ["premium-pack-page-7", "rotate-5 translate-y-5"],
  ["learn-letters", "-rotate-3 translate-y-9 max-md:hidden"],
] as const;

export function FinalCta() {
  const { heading, text, button } = landingSectionWords.closing;
  const { neutral } = useSite();
  return (
    <section
      id="final-cta"
      aria-labelledby="final-cta-heading"
      className="late overflow-clip print:hidden"
    >
      <div className="column flex flex-col items-center pt-14 text-center lg:pt-22">
        <Crayon tone="sun" className="mb-6 w-28 rotate-[-8deg]" />
        <BandHeading of="final-cta">{heading}</BandHeading>
        <p className="mt-4 max-w-[34rem] text-ink-2">{text}</p>
        <PacksButton look="main" className="mt-8 w-full sm:w-auto sm:px-9">
          {button}
        </PacksButton>
        {neutral ? (
          <div className="h-14" />
        ) : (
          <div className="mt-14 flex h-32 w-full max-w-[60rem] justify-center gap-3 sm:h-52 sm:gap-5">
            {SHEETS.map(([name, place]) => (
              <Sheet
                key={name}
                name={name}
                alt=""
                sizes="(width >= 40rem) 11rem, 40vw"
                className={`h-fit w-[40%] shrink-0 sm:w-44 ${place}`}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
