import { pageWords } from "../content/pages.ts";
import { CubMark } from "./logo.tsx";

const LINK = "inline-flex min-h-6 items-center rounded text-ink underline-offset-4 hover:underline";

/** The foot of every public page. */
export function SiteFooter({ brand, supportEmail }: { brand: string; supportEmail: string }) {
  const words = pageWords.footer;
  return (
    <footer className="border-t border-line bg-paper">
      <div className="column flex flex-col gap-6 py-10 text-sm text-ink-2 md:flex-row md:items-start md:justify-between">
        <div className="flex gap-3">
          <CubMark className="h-8 w-auto shrink-0" />
          <div className="max-w-[34rem]">
            <p>
              Copyright © {words.year} {brand}. {words.rights}
            </p>
            <p>{words.disclaimer}</p>
          </div>
        </div>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-2 md:justify-end">
            <li>
              <a href="/#" className={LINK}>
                {words.home}
              </a>
            </li>
            <li>
              <a href="/#pricing" className={LINK}>
                {words.pricing}
              </a>
            </li>
            <li>
              <a href={`mailto:${supportEmail}`} className={LINK}>
                {supportEmail}
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
