import { frameWords } from "../content/pages.ts";
import { useSite } from "../lib/page-context.ts";

const words = frameWords.modes;
const BANNER = "bg-night text-night-ink print:hidden";

const way =
  "inline-flex min-h-6 items-center font-semibold underline decoration-sun decoration-2 underline-offset-3 hover:decoration-3 focus-visible:outline-sun";

/**
 * Explains that no real money is charged in test and demo mode. In demo mode it links to the
 * mailbox, to the sample data and, unless `inAdmin`, to the admin.
 */
export function ModeBanner({ inAdmin = false }: { inAdmin?: boolean }) {
  const { mode, sampleYear } = useSite();
  if (mode === "live") return null;
  return (
    <aside aria-label={words[mode].name} className={BANNER}>
      <div
        className={`flex flex-wrap items-center gap-x-4 py-2 text-sm ${inAdmin ? "px-4" : "column"}`}
      >
        <p>{words[mode].text}</p>
        {mode === "demo" && (
          <>
            <a href="/demo/mail" className={way}>
              {words.demo.link}
            </a>
            <a href="/demo/shop" className={way}>
              {sampleYear ? words.demo.empty : words.demo.fill}
            </a>
            {!inAdmin && (
              <form method="post" action="/demo/admin">
                <button type="submit" className={`cursor-pointer ${way}`}>
                  {words.demo.admin}
                </button>
              </form>
            )}
          </>
        )}
      </div>
    </aside>
  );
}

/** Tells administrators of a closed shop that visitors do not see this page. */
export function AdminOnlyBanner() {
  const { adminOnly } = useSite();
  if (!adminOnly) return null;
  const { name, text, link } = frameWords.adminOnly;
  return (
    <aside aria-label={name} className={BANNER}>
      <div className="column flex flex-wrap items-center gap-x-4 py-2 text-sm">
        <p>{text}</p>
        <a href="/admin/checklist" className={way}>
          {link}
        </a>
      </div>
    </aside>
  );
}
