export function Logo({ brand }: { brand: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <CubMark className="h-9 w-auto" />
      <span className="font-display text-2xl leading-none font-semibold">{brand}</span>
    </span>
  );
}

/** A folded sheet with ears. Decoration. */
export function CubMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 44 46" className={`text-ink ${className}`} fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round">
        <circle cx="9.5" cy="9.5" r="7.2" fill="#F6BE4B" />
        <circle cx="34.5" cy="9.5" r="7.2" fill="#F6BE4B" />
        <path
          d="M12 10h20a5 5 0 0 1 5 5v18.5L27.5 44H12a5 5 0 0 1-5-5V15a5 5 0 0 1 5-5Z"
          fill="#fff"
        />
        <path d="M37 33.5h-5.5a4 4 0 0 0-4 4V44" fill="#F6BE4B" />
        <path d="M17 29.8c1.7 2.9 8.3 2.9 10 0" stroke="#C43D1B" />
      </g>
      <path
        d="M19 24.4c0-1.2 1.3-1.9 3-1.9s3 .7 3 1.9c0 1.3-1.6 2.5-3 2.5s-3-1.2-3-2.5Z"
        fill="#20283A"
      />
      <circle cx="15" cy="20" r="2" fill="#20283A" />
      <circle cx="29" cy="20" r="2" fill="#20283A" />
    </svg>
  );
}
