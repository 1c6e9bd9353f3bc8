const MOST = 5;
const WIDTH = 26;
const OUTLINE = "l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z";

const outlines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => `M${13 + (from + place) * WIDTH} 3${OUTLINE}`);

/** Decorative row of five stars, of which `count` are filled. The caller adds the text. */
export function Stars({ count }: { count: number }) {
  return (
    <svg
      viewBox={`0 0 ${MOST * WIDTH} 24`}
      aria-hidden="true"
      strokeLinejoin="round"
      className="inline-block h-4.5 w-auto shrink-0 fill-none stroke-ink stroke-[1.6] rtl:-scale-x-100"
    >
      <path d={outlines(0, count).join("")} className="fill-sun" />
      <path d={outlines(count, MOST).join("")} />
    </svg>
  );
}
