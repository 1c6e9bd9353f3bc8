import type { ReactNode } from "react";

type Doodle = { wax: string; patch: string; ink: ReactNode };

const PROBLEMS = {
  screen: {
    wax: "#CFE4F7",
    patch: "M20 30 72 18 22 46 82 32 26 62 84 48 34 76 82 66",
    ink: (
      <>
        <rect x="16" y="20" width="68" height="50" rx="7" transform="rotate(-6 50 45)" />
        <path d="M44 36l17 7-15 10ZM37 82q13-5 26-2M84 12l7-7M88 22l9-2M75 8l2-7" />
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
        <path d="M48 22V12h6v10M48 46v-5M54 46v-5M48 90V66h6v24M22 91q28-5 60 0" />
        <path d="m22 24 50-3 10 9-8 9-52 2ZM80 46H30l-11 10 10 9 51 1Z" />
      </>
    ),
  },
} satisfies Record<string, Doodle>;

/** Decorative drawing of one of the pain points. */
export function ProblemDoodle({ kind }: { kind: keyof typeof PROBLEMS }) {
  const { wax, patch, ink } = PROBLEMS[kind];
  return (
    <svg
      viewBox="0 0 100 96"
      className="overflow-visible h-18 w-auto shrink-0 lg:-ml-2 lg:h-24"
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

const STEPS = {
  mail: {
    wax: "#CFE4F7",
    patch: "M40 62 150 34 44 84 172 58 54 110 168 90",
    ink: (
      <>
        <path d="M40 68 108 24l68 44v64H40Z" fill="#fff" />
        <path d="M62 24h88v60H62Z" fill="#fff" />
        <path d="M74 40h34M74 53h62M74 66h50" stroke="#E7DAC2" />
        <path d="m40 68 54 38a24 24 0 0 0 28 0l54-38v66H40Z" fill="#FCF0DC" />
        <path d="m40 134 46-33M176 134l-46-33" />
        <path d="M190 40c8 8 10 22 4 34m8-7-8 8-9-6" stroke="#0E6B63" />
      </>
    ),
  },
  printer: {
    wax: "#F6BE4B",
    patch: "M34 70 150 40 38 98 182 66 50 122 178 96",
    ink: (
      <>
        <path d="M70 58V18h76v40" fill="#fff" />
        <rect x="38" y="56" width="140" height="58" rx="10" fill="#FCF0DC" />
        <path d="M60 92h96l8 50H52Z" fill="#fff" />
        <circle cx="84" cy="112" r="9" />
        <path d="M106 128l8-22 9 22ZM134 108h14v14h-14ZM52 92h112" />
        <path d="M152 73h10" stroke="#0E6B63" />
      </>
    ),
  },
  crayon: {
    wax: "#CDE9E4",
    patch: "M30 74 140 46 40 100 176 70 56 124 170 100",
    ink: (
      <>
        <path d="m46 44 104-12 12 98-104 13Z" fill="#fff" />
        <path
          d="M66 66c16-14 22 14 38 0s20 8 30-2M70 92c14-12 22 12 36 0"
          strokeDasharray="0.5 8"
        />
        <path d="M66 66c16-14 22 14 38 0" stroke="#C43D1B" strokeWidth="5" />
        <g transform="rotate(-38 128 88)">
          <path d="M112 80h-8l-16 7 16 7h8Z" fill="#C43D1B" />
          <path d="M112 76h72v22h-72Z" fill="#E58A6E" />
          <path d="M122 77v20M174 77v20" />
        </g>
        <path d="M76 120c10 6 40 2 58-4" stroke="#E7DAC2" />
      </>
    ),
  },
} satisfies Record<string, Doodle>;

/** Decorative drawing of one of the three steps in "How it works". */
export function StepDoodle({ kind }: { kind: keyof typeof STEPS }) {
  const { wax, patch, ink } = STEPS[kind];
  return (
    <svg
      viewBox="30 8 176 140"
      className="overflow-visible h-18 w-auto xs:h-24 md:h-40"
      fill="none"
      stroke="#20283A"
      strokeWidth="3.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={patch} stroke={wax} strokeWidth="17" />
      {ink}
    </svg>
  );
}
