import { pageWords, shellWords } from "../content/pages.ts";
import { ModeBanner } from "./mode-banner.tsx";
import { SiteFrame } from "./site-frame.tsx";
import { Spinner } from "./spinner.tsx";

/** Shown while the code or the data of the next page is loading. */
export function LoadingPage() {
  return (
    <SiteFrame>
      <div className="column band min-h-[60vh]">
        <Spinner label={pageWords.loading} />
      </div>
    </SiteFrame>
  );
}

/** The app's cached document before its page has loaded; the same for everybody. */
export function AppShell() {
  return (
    <div data-dark className="flex min-h-dvh flex-col text-base">
      <ModeBanner inAdmin />
      <main id="content" tabIndex={-1} className="flex-1">
        <div className="column band">
          <h1 className="sr-only">{shellWords.title}</h1>
          <Spinner label={pageWords.loading} />
        </div>
      </main>
    </div>
  );
}
