import { Picture } from "../../components/picture.tsx";
import { landingPictures } from "../../content/pictures.ts";
import { creatorWords } from "../../content/landing.ts";
import { Band, BandHeading } from "./band.tsx";

const ID = "about-creator";

export function AboutCreator() {
  const { heading, picture, paragraphs, signature, role } = creatorWords;
  return (
    <Band
      id={ID}
      className="grid items-center gap-x-10 gap-y-10 print:break-inside-avoid print:grid-cols-2 md:grid-cols-[minmax(0,0.9fr)_minmax(0,1fr)] lg:gap-x-16"
    >
      <div className="mx-auto w-full max-w-[30rem] md:max-w-none">
        <Picture
          from={landingPictures}
          name={picture}
          sizes="(width >= 64rem) 32rem, (width >= 48rem) 42vw, (width >= 36rem) 30rem, 90vw"
          className="h-auto w-full"
        />
      </div>
      <div>
        <BandHeading of={ID}>{heading}</BandHeading>
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
