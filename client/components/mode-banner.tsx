import { pageWords } from "../content/pages.ts";
import { useSite } from "../lib/use-site.ts";

const words = pageWords.modes;

/** Says on every page that no money moves, where that is so, and where a demo's mails arrive. */
export function ModeBanner() {
  const { mode } = useSite();
  if (mode === "live") return null;
  return (
    <aside aria-label={words[mode].name} className="bg-night text-night-ink print:hidden">
      <p className="column flex flex-wrap items-center gap-x-4 py-2 text-sm">
        <span>{words[mode].text}</span>
        {mode === "demo" && (
          <a
            href="/demo/mail"
            className="inline-flex min-h-6 items-center font-semibold underline decoration-sun decoration-2 underline-offset-3 hover:decoration-3 focus-visible:outline-sun"
          >
            {words.demo.link}
          </a>
        )}
      </p>
    </aside>
  );
}
