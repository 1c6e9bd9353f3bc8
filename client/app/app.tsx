import { Component, type ReactNode, useEffect, useState } from "react";
import { hasTrackers, type PageContext, PageProvider, useSite } from "../lib/page-context.ts";
import { failedPage, type ShownPage } from "./open-page.tsx";

export const ANNOUNCER_ID = "page-announcer";

/** Component tree inside `#root`, rendered on the server and hydrated in the browser. */
export function App({ shown, context }: { shown: ShownPage; context: PageContext }) {
  const key = shown.pathname + shown.search;
  return (
    <PageProvider value={context}>
      <ConsentSlot>
        <Boundary key={key}>{shown.body}</Boundary>
        <div id={ANNOUNCER_ID} aria-live="polite" className="sr-only" />
      </ConsentSlot>
    </PageProvider>
  );
}

/**
 * Renders the consent banner before the page, so that it comes first in the tab and reading order.
 * Loads nothing in shops without trackers.
 */
function ConsentSlot({ children }: { children: ReactNode }) {
  const { trackers } = useSite();
  const [banner, setBanner] = useState<ReactNode>(null);
  useEffect(() => {
    if (!hasTrackers(trackers)) return;
    import("../tracking/tracking-code.ts")
      .then(({ ConsentApp }) => setBanner(<ConsentApp trackers={trackers} />))
      // If the banner fails to load there is no consent, so nothing is tracked.
      .catch(() => {});
  }, [trackers]);
  return (
    <>
      {banner}
      {children}
    </>
  );
}

/** Error boundary: renders the failure page when a page throws while rendering. */
class Boundary extends Component<{ children: ReactNode }, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? failedPage(failure.error).body : this.props.children;
  }
}
