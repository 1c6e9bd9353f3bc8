import { shellWords, pageWords } from "../content/pages.ts";
import { ModeBanner } from "./mode-banner.tsx";
import { Spinner } from "./spinner.tsx";

/** What is on screen until the app's page is there: the same for everybody and every page of it. */
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
