import { type MouseEvent, useEffect, useState } from "react";
import { pageWords, shellWords } from "../content/pages.ts";
import { isOffline } from "../lib/answer.ts";
import { usePageTitle } from "../lib/page-context.ts";
import { reloadForNewBuild } from "../lib/page-errors.ts";
import { ButtonLink, ButtonRoute } from "./button.tsx";
import { ModeBanner } from "./mode-banner.tsx";
import { Actions, Notice, Spinner } from "./notice.tsx";
import { SiteFrame } from "./site-frame.tsx";

/** Shown when a page failed to load or render. */
export function FailurePage({ error }: { error: unknown }) {
  const words = pageWords.failure;
  const [offline, setOffline] = useState(isOffline(error));
  usePageTitle(words.title);
  useEffect(() => void reloadForNewBuild(error), [error]);

  /** Cancels the click while offline, because the browser would show its own error page. */
  function stayWhenOffline(event: MouseEvent): void {
    if (navigator.onLine) return;
    event.preventDefault();
    setOffline(true);
  }

  return (
    <SiteFrame>
      <Notice heading={words.title}>
        <p role="alert" className="mt-4 text-ink-2">
          {offline ? words.offline : words.text}
        </p>
        <Actions>
          <ButtonLink href="" look="main" onClick={stayWhenOffline}>
            {words.retry}
          </ButtonLink>
          {/* Only the account works offline. */}
          <ButtonRoute to={offline ? "/account" : "/"}>
            {offline ? words.account : pageWords.home}
          </ButtonRoute>
        </Actions>
      </Notice>
    </SiteFrame>
  );
}

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

/** Cached document shown until the page has loaded. Contains no personal data. */
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
