/** Pause icon while moving, else play icon. */
export function MotionIcon({ moving, className }: { moving: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="3.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {moving ? (
        <path d="M8 4.5v15M16 4.5v15" />
      ) : (
        <path d="m7 4 12.5 8L7 20Z" fill="currentColor" />
      )}
    </svg>
  );
}
