const TONES = {
  sun: { wax: "#F6BE4B", paper: "#FBDD9C" },
  coral: { wax: "#C43D1B", paper: "#E58A6E" },
  sky: { wax: "#7DB4E3", paper: "#CFE4F7" },
} as const;

/** A wax crayon lying flat, its tip to the right. Decoration. */
export function Crayon({ tone, className }: { tone: keyof typeof TONES; className?: string }) {
  const { wax, paper } = TONES[tone];
  return (
    <svg viewBox="0 0 220 40" className={className} fill="none" aria-hidden="true">
      <g stroke="#20283A" strokeWidth="3" strokeLinejoin="round">
        <path d="M168 8h14l28 8.5a3.7 3.7 0 0 1 0 7L182 32h-14Z" fill={wax} />
        <rect x="3" y="8" width="17" height="24" rx="5" fill={wax} />
        <rect x="14" y="4" width="156" height="32" rx="4" fill={paper} />
      </g>
      <path d="M26 5.5v29M158 5.5v29" stroke="#20283A" strokeWidth="3" />
      <path
        d="M34 20c8-9 12-9 18 0s12 9 18 0 12-9 18 0 12 9 18 0 12-9 18 0 12 9 18 0"
        stroke={wax}
        strokeWidth="4.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
