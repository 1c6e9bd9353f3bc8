import type { ReactNode } from "react";

export type SheetMarkKind = "done" | "wait" | "problem" | "back" | "new";

const DRAWINGS: Record<SheetMarkKind, ReactNode> = {
  done: <path d="M30 56c5 4 9 9 13 16 7-19 16-31 29-41" stroke="#0E6B63" strokeWidth="9" />,
  wait: (
    <>
      <circle cx="49" cy="54" r="21" stroke="#0E6B63" strokeWidth="6" />
      <path d="M49 42v13l9 6" stroke="#0E6B63" strokeWidth="6" />
    </>
  ),
  problem: (
    <>
      <path d="M49 31c1 10 1 19 0 29" stroke="#B3261E" strokeWidth="9" />
      <path d="M49 75v.4" stroke="#B3261E" strokeWidth="10" />
    </>
  ),
  new: (
    <>
      <circle cx="49" cy="54" r="11" stroke="#E29A1B" strokeWidth="6" />
      <path
        d="M49 32v-4M49 80v-4M71 54h4M23 54h4M65 38l3-3M30 73l3-3M65 70l3 3M30 35l3 3"
        stroke="#E29A1B"
        strokeWidth="6"
      />
    </>
  ),
  back: <path d="M43 36 27 51l15 15M29 51c24-4 41 2 43 22" stroke="#20283A" strokeWidth="7" />,
};

/** A worksheet with a crayon mark for a state. Decoration. */
export function SheetMark({ kind, className }: { kind: SheetMarkKind; className?: string }) {
  return (
    <svg viewBox="0 0 108 112" className={className} fill="none" aria-hidden="true">
      <rect
        x="22"
        y="10"
        width="76"
        height="94"
        rx="5"
        transform="rotate(7 60 57)"
        fill="#FCF0DC"
        stroke="#E7DAC2"
        strokeWidth="2"
      />
      <g transform="rotate(-4 49 56)" strokeLinecap="round" strokeLinejoin="round">
        <rect
          x="10"
          y="8"
          width="78"
          height="97"
          rx="5"
          fill="#fff"
          stroke="#E7DAC2"
          strokeWidth="2"
        />
        <path d="M21 20h24" stroke="#CFE4F7" strokeWidth="5" />
        <path d="M21 92h56" stroke="#E7DAC2" strokeWidth="3" strokeDasharray="0.5 7" />
        {DRAWINGS[kind]}
      </g>
    </svg>
  );
}
