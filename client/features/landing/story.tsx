import { Crayon, CrayonUnderline, TickList } from "../../components/crayon.tsx";
import { useHasPicture } from "../../components/replaceable-picture.tsx";
import { landingSectionWords } from "../../content/landing-sections.ts";
import { Band, BandHeading, LandingPicture, PacksButton, Sheet } from "./band.tsx";

export function PainPoints() {
  const { heading, problems, imagine } = landingSectionWords.painPoints;
  return (
    <Band id="pain-points">
      <BandHeading of="pain-points">{heading}</BandHeading>
      <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:mt-14 lg:grid-cols-4">
        {problems.map(({ doodle, title, text }) => (
          <li key={title} className="flex gap-5 lg:block">
            <ProblemDoodle kind={doodle} />
            <div className="lg:mt-4">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-base text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="late-box mt-14 grid items-center gap-x-12 rounded-card bg-card px-5 pt-8 pb-2 shadow-paper sm:px-10 lg:mt-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,0.92fr)] lg:py-0 lg:pe-6 lg:ps-14 print:grid-cols-2 print:break-inside-avoid print:py-0">
        <div className="lg:py-14">
          <h3 className="text-3xl tracking-wide text-teal">{imagine.heading}</h3>
          <div className="mt-6 [&_ul]:space-y-4 [&_ul]:text-lg">
            <TickList items={imagine.benefits} />
          </div>
        </div>
        <div className="mx-auto mt-4 w-full max-w-[30rem] lg:-my-12 lg:max-w-none print:my-0">
          <LandingPicture
            name="week"
            sizes="(width >= 64rem) 32rem, (width >= 40rem) 30rem, 88vw"
          />
        </div>
      </div>
    </Band>
  );
}

// Positions of the numbered markers on the plan.
const MARKS = [
  "left-[55%] top-[5.2%]",
  "left-[0.5%] top-[9%]",
  "left-[51%] top-[35%]",
  "left-[74.5%] top-[57.4%]",
];
// Positions of the highlighted words on the plan.
const HIGHLIGHTS = [
  "left-[6.2%] top-[9.3%] w-[21%]",
  "left-[25.4%] top-[36%] w-[25.5%]",
  "left-[56%] top-[57.3%] w-[18%]",
  "left-[56%] top-[59.6%] w-[18%]",
];
const NUMBER =
  "flex shrink-0 items-center justify-center rounded-full bg-teal font-display leading-none font-semibold text-card [print-color-adjust:exact]";

const PLAN = "plan-page";

export function WhyChoose() {
  const { heading, intro, reasons } = landingSectionWords.whyChoose;
  const hasPicture = useHasPicture();
  return (
    <Band
      id="why-choose"
      className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,0.86fr)_minmax(0,1fr)] print:grid-cols-[minmax(0,0.86fr)_minmax(0,1fr)] print:break-inside-avoid"
    >
      {hasPicture(PLAN) && <PlanPage />}
      <div>
        <BandHeading of="why-choose">{heading}</BandHeading>
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

/** The weekly plan, with highlighted words and the numbers of the reasons. */
function PlanPage() {
  return (
    <div className="relative mx-auto w-full max-w-[27rem] -rotate-2 max-lg:order-last">
      <Sheet name={PLAN} sizes="(width >= 32rem) 27rem, 88vw" />
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
  );
}

const FOLDERS = ["bg-sky", "bg-sun/70", "bg-teal-2", "bg-sun/70", "bg-teal-2", "bg-sky"];

export function WhatLearn() {
  const { heading, intro, topics } = landingSectionWords.whatLearn;
  return (
    <Band id="what-learn">
      <BandHeading of="what-learn">{heading}</BandHeading>
      <p className="mt-4 max-w-[36rem] text-ink-2">{intro}</p>
      <ul className="mt-10 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:mt-14 lg:grid-cols-3 lg:gap-y-12 print:grid-cols-3">
        {topics.map(({ name, text, picture }, index) => (
          <li key={name} className="flex items-start gap-4 xs:items-center xs:gap-5 sm:block">
            <div
              className={`relative size-24 shrink-0 overflow-hidden xs:size-32 rounded-card sm:h-60 sm:w-auto ${FOLDERS[index]}`}
            >
              <Sheet
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

export function WhatsIncluded() {
  const { heading, curriculum, books, note, button } = landingSectionWords.whatsIncluded;
  return (
    <Band id="whats-included">
      <BandHeading of="whats-included">
        {heading.lead}{" "}
        <span className="relative isolate inline-block">
          <CrayonUnderline className="absolute -inset-x-1 bottom-[-0.14em] -z-10 h-[0.38em] w-[calc(100%+0.5rem)]" />
          {heading.total}
        </span>{" "}
        {heading.rest}
      </BandHeading>
      <div className="mt-10 grid items-center gap-x-14 gap-y-6 lg:mt-12 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] print:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] print:break-inside-avoid">
        <div className="lg:-ms-4">
          <LandingPicture name="months" sizes="(width >= 64rem) 38rem, 94vw" />
        </div>
        <div>
          <Count {...curriculum} className="text-5xl" />
          <p className="mt-3 max-w-[30rem] text-ink-2">{curriculum.text}</p>
        </div>
      </div>
      <ul className="mt-12 grid gap-x-8 gap-y-8 border-t border-line pt-12 sm:grid-cols-2 lg:grid-cols-4">
        {books.map(({ picture, text, ...book }, index) => (
          <li key={picture} className="flex gap-5 lg:block">
            <Sheet
              name={picture}
              sizes="(width >= 64rem) 10rem, 6.5rem"
              className={`w-26 shrink-0 self-start lg:w-40 ${index % 2 ? "rotate-2" : "-rotate-2"}`}
            />
            <div className="lg:mt-6">
              <Count {...book} className="text-3xl" />
              <p className="mt-1.5 text-base text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-12 flex flex-col gap-x-8 gap-y-4 sm:flex-row sm:items-center">
        <PacksButton look="main" className="sm:px-9">
          {button}
        </PacksButton>
        <p className="max-w-[26rem] text-base text-ink-2">{note}</p>
      </div>
    </Band>
  );
}

function Count({ count, name, className }: { count: string; name: string; className: string }) {
  return (
    <h3>
      <span className={`block leading-none ${className}`}>{count}</span>{" "}
      <span className="mt-1.5 block text-xl">{name}</span>
    </h3>
  );
}

export function HowItWorks() {
  const { heading, steps } = landingSectionWords.howItWorks;
  return (
    <Band id="how-it-works" className="print:break-inside-avoid">
      <BandHeading of="how-it-works">{heading}</BandHeading>
      <ol className="relative mt-10 grid gap-x-10 gap-y-10 md:grid-cols-3 lg:mt-14 print:mt-6 print:grid-cols-3">
        <TracingLine />
        {steps.map(({ doodle, name, text }, index) => (
          <li
            key={name}
            className="relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 xs:items-center xs:gap-x-5 md:block print:block"
          >
            <StepDoodle kind={doodle} />
            <div>
              <h3 className="flex items-baseline gap-2.5 text-2xl md:mt-6">
                <span aria-hidden="true" className="text-teal">
                  {index + 1}
                </span>
                {name}
              </h3>
              <p className="mt-2 max-w-[20rem] text-base text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Band>
  );
}

function TracingLine() {
  return (
    <svg
      viewBox="0 0 1000 60"
      preserveAspectRatio="none"
      className="absolute top-14 left-0 h-16 w-full max-md:hidden rtl:-scale-x-100"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M180 30C240-6 300-2 356 30M540 30C600 64 650 60 704 28"
        stroke="#55607A"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeDasharray="0.5 11"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

type DoodleProps<Kind extends string> = { kind: Kind };

/** Decorative drawing of one of the pain points. */
function ProblemDoodle({ kind }: DoodleProps<"screen" | "tangle" | "search" | "signpost">) {
  return <Doodle name={kind} width={100} height={96} className="h-18 lg:-ms-2 lg:h-24" />;
}

/** Decorative drawing of one of the three steps in "How it works". */
function StepDoodle({ kind }: DoodleProps<"mail" | "printer" | "crayon">) {
  return <Doodle name={kind} width={185} height={140} className="h-18 xs:h-24 md:h-40" />;
}

type Size = { name: string; width: number; height: number; className: string };

function Doodle({ name, width, height, className }: Size) {
  return (
    <img
      src={`/doodles/${name}.svg`}
      width={width}
      height={height}
      alt=""
      loading="lazy"
      className={`w-auto shrink-0 ${className}`}
    />
  );
}
