import type { ReactNode } from "react";
import { Picture } from "../../components/picture.tsx";
import { TickList } from "../../components/crayon.tsx";
import { landingPictures } from "../../content/pictures.ts";
import { storyWords } from "../../content/landing-sections.ts";
import { Band, BandHeading } from "./band.tsx";

const ID = "pain-points";

export function PainPoints() {
  const { heading, problems, imagine } = storyWords.painPoints;
  return (
    <Band id={ID}>
      <BandHeading of={ID}>{heading}</BandHeading>
      <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:mt-14 lg:grid-cols-4">
        {problems.map(({ doodle, title, text }) => (
          <li key={title} className="flex gap-5 lg:block">
            <ProblemDoodle kind={doodle} className="h-18 w-auto shrink-0 lg:-ml-2 lg:h-24" />
            <div className="lg:mt-4">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-base text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-14 grid items-center gap-x-12 rounded-card bg-card px-5 pt-8 pb-2 shadow-paper sm:px-10 lg:mt-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,0.92fr)] lg:py-0 lg:pr-6 lg:pl-14 print:grid-cols-2 print:break-inside-avoid print:py-0">
        <div className="lg:py-14">
          <h3 className="text-3xl tracking-wide text-teal">{imagine.heading}</h3>
          <div className="mt-6 [&_ul]:space-y-4 [&_ul]:text-lg">
            <TickList items={imagine.benefits} />
          </div>
        </div>
        <div className="mx-auto mt-4 w-full max-w-[30rem] lg:-my-12 lg:max-w-none print:my-0">
          <Picture
            from={landingPictures}
            name={imagine.picture}
            sizes="(width >= 64rem) 32rem, (width >= 40rem) 30rem, 88vw"
            className="h-auto w-full"
          />
        </div>
      </div>
    </Band>
  );
}

type ProblemKind = "screen" | "tangle" | "search" | "signpost";

type Doodle = { wax: string; patch: string; ink: ReactNode };

const DOODLES: Record<ProblemKind, Doodle> = {
  screen: {
    wax: "#CFE4F7",
    patch: "M20 30 72 18 22 46 82 32 26 62 84 48 34 76 82 66",
    ink: (
      <>
        <rect x="16" y="20" width="68" height="50" rx="7" transform="rotate(-6 50 45)" />
        <path d="m44 36 17 7-15 10Z" />
        <path d="M37 82q13-5 26-2" />
        <path d="M84 12l7-7M88 22l9-2M75 8l2-7" />
      </>
    ),
  },
  tangle: {
    wax: "#F6BE4B",
    patch: "M24 40 60 24 28 56 74 38 32 70 76 56 46 78",
    ink: (
      <path d="M2 80c20 8 34-4 38-26 4-22-6-42-20-36-14 7-2 44 24 44s44-30 28-46-40 6-36 34 36 34 48 14-2-46-22-38-24 44 0 54c14 5 24 0 32-8" />
    ),
  },
  search: {
    wax: "#F2A58F",
    patch: "M44 26 78 20 40 42 84 34 46 58 84 50",
    ink: (
      <>
        <path d="m10 34 24-9 17 46-24 9ZM19 43l10-4M22 52l14-5M25 61l10-4" />
        <circle cx="62" cy="40" r="20" />
        <path d="m76 55 16 20M56 34c1-9 14-8 13 0-1 5-7 5-7 11M62 51v.5" />
      </>
    ),
  },
  signpost: {
    wax: "#CDE9E4",
    patch: "M22 24 78 16 18 42 84 32 26 56 80 48",
    ink: (
      <>
        <path d="M48 22V12h6v10M48 46v-5M54 46v-5M48 90V66h6v24" />
        <path d="m22 24 50-3 10 9-8 9-52 2ZM80 46H30l-11 10 10 9 51 1Z" />
        <path d="M22 91q28-5 60 0" />
      </>
    ),
  },
};

function ProblemDoodle({ kind, className }: { kind: ProblemKind; className?: string }) {
  const { wax, patch, ink } = DOODLES[kind];
  return (
    <svg
      viewBox="0 0 100 96"
      className={`overflow-visible ${className}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={patch} stroke={wax} strokeWidth="11" />
      <g stroke="#20283A" strokeWidth="3.4">
        {ink}
      </g>
    </svg>
  );
}
