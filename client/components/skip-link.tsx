import { frameWords } from "../content/frame.ts";

/** The first stop of the keyboard: past the bar, to what the page is about. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-control bg-ink font-semibold text-card focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-30 focus:px-5 focus:py-3"
    >
      {frameWords.skipLink}
    </a>
  );
}
