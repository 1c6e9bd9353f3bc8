import { Component, type ReactNode } from "react";
import { ConsentSlot } from "../tracking/consent-slot.tsx";
import { type PageContext, PageProvider } from "../lib/page-context.ts";
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
