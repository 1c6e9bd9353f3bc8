import type { ReactNode } from "react";
import { storyWords } from "../../content/landing-sections.ts";
import { Band, BandHeading } from "./band.tsx";

const ID = "how-it-works";

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

type StepKind = "mail" | "printer" | "crayon";

const DRAWINGS: Record<StepKind, ReactNode> = {
  mail: (
    <>
      <path d="M40 62 150 34 44 84 172 58 54 110 168 90" stroke="#CFE4F7" strokeWidth="17" />
      <path d="M40 68 108 24l68 44v64H40Z" fill="#fff" />
      <path d="M62 24h88v60H62Z" fill="#fff" />
      <path d="M74 40h34M74 53h62M74 66h50" stroke="#E7DAC2" />
      <path d="m40 68 54 38a24 24 0 0 0 28 0l54-38v66H40Z" fill="#FCF0DC" />
      <path d="m40 134 46-33M176 134l-46-33" />
      <path d="M190 40c8 8 10 22 4 34m8-7-8 8-9-6" stroke="#0E6B63" />
    </>
  ),
  printer: (
    <>
      <path d="M34 70 150 40 38 98 182 66 50 122 178 96" stroke="#F6BE4B" strokeWidth="17" />
      <path d="M70 58V18h76v40" fill="#fff" />
      <rect x="38" y="56" width="140" height="58" rx="10" fill="#FCF0DC" />
      <path d="M60 92h96l8 50H52Z" fill="#fff" />
      <circle cx="84" cy="112" r="9" />
      <path d="M106 128l8-22 9 22ZM134 108h14v14h-14Z" />
      <path d="M152 73h10" stroke="#0E6B63" />
      <path d="M52 92h112" />
    </>
  ),
  crayon: (
    <>
      <path d="M30 74 140 46 40 100 176 70 56 124 170 100" stroke="#CDE9E4" strokeWidth="17" />
      <path d="m46 44 104-12 12 98-104 13Z" fill="#fff" />
      <path d="M66 66c16-14 22 14 38 0s20 8 30-2M70 92c14-12 22 12 36 0" strokeDasharray="0.5 8" />
      <path d="M66 66c16-14 22 14 38 0" stroke="#C43D1B" strokeWidth="5" />
      <g transform="rotate(-38 128 88)">
        <path d="M112 80h-8l-16 7 16 7h8Z" fill="#C43D1B" />
        <path d="M112 76h72v22h-72Z" fill="#E58A6E" />
        <path d="M122 77v20M174 77v20" />
      </g>
      <path d="M76 120c10 6 40 2 58-4" stroke="#E7DAC2" />
    </>
  ),
};

function StepDoodle({ kind, className }: { kind: StepKind; className?: string }) {
  return (
    <svg
      viewBox="30 8 176 140"
      className={`overflow-visible ${className}`}
      fill="none"
      stroke="#20283A"
      strokeWidth="3.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {DRAWINGS[kind]}
    </svg>
  );
}
