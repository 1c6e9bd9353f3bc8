import { storyWords } from "../../content/landing-story.ts";
import { Band, BandHeading } from "./band.tsx";
import { StepDoodle } from "./step-doodle.tsx";

const ID = "how-it-works";

/** Three steps on one dotted line, as on a tracing page. */
export function HowItWorks() {
  const { heading, steps } = storyWords.howItWorks;
  return (
    <Band id={ID} className="print:break-inside-avoid">
      <BandHeading of={ID}>{heading}</BandHeading>
      <ol className="relative mt-10 grid gap-x-10 gap-y-10 md:grid-cols-3 lg:mt-14 print:mt-6 print:grid-cols-3">
        <TracingLine />
        {steps.map(({ doodle, name, text }, index) => (
          <li
            key={name}
            className="relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 xs:items-center xs:gap-x-5 md:block print:block"
          >
            <StepDoodle kind={doodle} className="h-18 w-auto xs:h-24 md:h-40" />
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

/** Leads from step to step behind the drawings. */
function TracingLine() {
  return (
    <svg
      viewBox="0 0 1000 60"
      preserveAspectRatio="none"
      className="absolute top-14 left-0 h-16 w-full max-md:hidden"
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
