import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Trackers } from "../../server/contract/site.ts";
import { consentWords } from "../content/consent.ts";
import { usePage } from "../lib/page-context.ts";
import { isTrackedDocument } from "../lib/tracked-pages.ts";
import { ConsentBanner } from "./consent-banner.tsx";
import type { Choice } from "./consent.ts";
import { openPageTracking } from "./page-tracking.ts";
import { onPrivacySettings } from "./privacy-settings.ts";

/** Asks for the visitor's choice, and again on request. */
export function ConsentApp({ trackers }: { trackers: Trackers }) {
  const { consent, tracking } = openPageTracking(trackers);
  const choice = useSyncExternalStore(consent.subscribe, consent.choice);
  const pathname = usePage().pathname;
  const tracked = isTrackedDocument();
  const { reopened, open, close } = useReopening();
  const [saved, setSaved] = useState(false);

  useEffect(() => {
    if (tracked) void tracking.update();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each page hides its own URL
  }, [tracking, tracked, pathname]);
  useEffect(() => onPrivacySettings(open), [open]);

  function decide(next: Choice): void {
    consent.decide(next);
    setSaved(true);
    close();
  }

  const asks = tracked && (reopened || choice === undefined);
  return (
    <>
      <p role="status" className="sr-only">
        {saved && !asks && consentWords.saved}
      </p>
      {asks && (
        <ConsentBanner
          choice={choice}
          gpc={consent.gpc}
          reopened={reopened}
          decide={decide}
          close={choice && close}
        />
      )}
    </>
  );
}

function useReopening() {
  const [reopened, setReopened] = useState(false);
  const opener = useRef<Element | null>(null);
  const [actions] = useState(() => ({
    open: () => {
      opener.current = document.activeElement;
      setReopened(true);
    },
    /** Returns the focus to the opener, or to the page. */
    close: () => {
      setReopened(false);
      const before = opener.current ?? document.getElementById("content");
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      opener.current = null;
    },
  }));
  return { reopened, ...actions };
}
