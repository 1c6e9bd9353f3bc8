import { landingPictures } from "../../content/pictures.ts";
import { storyWords } from "../../content/landing-sections.ts";
import { Band, BandHeading, Sheet } from "./band.tsx";

const ID = "what-learn";
const FOLDERS = ["bg-sky", "bg-sun/70", "bg-teal-2", "bg-sun/70", "bg-teal-2", "bg-sky"];

export function WhatLearn() {
  const { heading, intro, topics } = storyWords.whatLearn;
  return (
    <Band id={ID}>
      <BandHeading of={ID}>{heading}</BandHeading>
      <p className="mt-4 max-w-[36rem] text-ink-2">{intro}</p>
      <ul className="mt-10 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:mt-14 lg:grid-cols-3 lg:gap-y-12 print:grid-cols-3">
        {topics.map(({ name, text, picture }, index) => (
          <li key={name} className="flex items-start gap-4 xs:items-center xs:gap-5 sm:block">
            <div
              className={`relative size-24 shrink-0 overflow-hidden xs:size-32 rounded-card sm:h-60 sm:w-auto ${FOLDERS[index]}`}
            >
              <Sheet
                from={landingPictures}
                name={picture}
                sizes="(width >= 40rem) 16rem, 8rem"
                className={`absolute top-4 left-1/2 w-18 -translate-x-1/2 xs:top-5 xs:w-24 sm:top-7 sm:w-64 ${index % 2 ? "rotate-3" : "-rotate-3"}`}
              />
            </div>
            <div>
              <h3 className="text-xl sm:mt-5">{name}</h3>
              <p className="mt-1.5 text-base text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Band>
  );
}
