import { type ReactNode, useEffect, useState } from "react";
import { hasTrackers, useSite } from "../lib/page-context.ts";

/**
 * Renders the consent banner before the page, so that it comes first in the tab and reading order.
 * Loads nothing in shops without trackers.
 */
export function ConsentSlot({ children }: { children: ReactNode }) {
  const { trackers } = useSite();
  const [banner, setBanner] = useState<ReactNode>(null);
  useEffect(() => {
    if (!hasTrackers(trackers)) return;
    import("./tracking-code.ts")
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
