type MarkProps = { className?: string };

/** A tick as a crayon draws it. Decoration: the words beside it carry the meaning. */
export function CrayonTick({ className }: MarkProps) {
  return (
    <svg viewBox="0 0 24 24" className={className} fill="none" aria-hidden="true">
      <path
        d="M4 12.8c1.9 1.4 3.3 3.2 4.7 5.7C11.2 12.3 14.7 8 20 4.6"
        stroke="currentColor"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** A crayon cross. Decoration, like the tick. */
export function CrayonCross({ className }: MarkProps) {
  return (
    <svg viewBox="0 0 24 24" className={className} fill="none" aria-hidden="true">
      <path
        d="M5.5 5.8c4.6 3.7 8.6 7.8 12.9 12.7M18.6 5.2C13.5 9.3 9.6 13.4 5.6 18.8"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A crayon line that goes twice under the words it stands behind. */
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
