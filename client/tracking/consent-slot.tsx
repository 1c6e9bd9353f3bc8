import { type ReactNode, useEffect, useState } from "react";
import { hasTrackers, useSite } from "../lib/use-site.ts";
import { loadTracking } from "./load-tracking.ts";

/**
 * The place of the privacy banner, ahead of the page for keyboards and screen readers. Empty on the
 * server and at first; where no tracker is set up, nothing more is ever loaded.
 */
export function ConsentSlot({ children }: { children: ReactNode }) {
  const { trackers } = useSite();
  const [banner, setBanner] = useState<ReactNode>(null);
  useEffect(() => {
    if (!hasTrackers(trackers)) return;
    loadTracking()
      .then(({ ConsentApp }) => setBanner(<ConsentApp trackers={trackers} />))
      // Without the banner there is no question, hence no consent and no tracking.
      .catch(() => {});
  }, [trackers]);
  return (
    <>
      {banner}
      {children}
    </>
  );
}
