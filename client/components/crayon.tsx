const TONES = {
  sun: { wax: "#F6BE4B", paper: "#FBDD9C" },
  coral: { wax: "#C43D1B", paper: "#E58A6E" },
  sky: { wax: "#7DB4E3", paper: "#CFE4F7" },
} as const;

/** A wax crayon, its tip to the right. Decoration. */
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

type MarkProps = { className?: string };

export function CrayonTick({ className }: MarkProps) {
  return <Mark d="M4 12.8c1.9 1.4 3.3 3.2 4.7 5.7C11.2 12.3 14.7 8 20 4.6" className={className} />;
}

export function CrayonCross({ className }: MarkProps) {
  return (
    <Mark
      d="M5.5 5.8c4.6 3.7 8.6 7.8 12.9 12.7M18.6 5.2C13.5 9.3 9.6 13.4 5.6 18.8"
      className={className}
    />
  );
}

function Mark({ d, className }: { d: string; className: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={className} fill="none" aria-hidden="true">
      <path
        d={d}
        stroke="currentColor"
        strokeWidth="3.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Decorative double crayon underline. */
export function CrayonUnderline({ className }: MarkProps) {
  return (
    <svg
      viewBox="0 0 300 28"
      className={className}
      fill="none"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        d="M5 15C74 5 190 4 294 9c-66 1-168 4-236 13 74-4 150-5 214-1"
        stroke="#F6BE4B"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** List with crayon ticks as bullets. */
export function TickList({ items }: { items: readonly string[] }) {
  return (
    <ul className="space-y-2.5 text-base">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <CrayonTick className="mt-0.5 size-5 shrink-0 text-teal" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
