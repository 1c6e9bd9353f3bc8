import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Trackers } from "../../server/contract/site.ts";
import { consentWords } from "../content/consent.ts";
import { isTrackedDocument, usePage } from "../lib/page-context.ts";
import { browserStorage } from "../lib/storage.ts";
import { ConsentBanner } from "./consent-banner.tsx";
import { type Choice, type Consent, createConsent } from "./consent.ts";
import { PURCHASE_NOTED } from "./note-purchase.ts";
import { hideSession } from "./order-session.ts";
import { onPrivacySettings } from "./privacy-settings.tsx";
import { pageQueue } from "./purchase-queue.ts";
import { createTracking, forgetTraces } from "./tracking.ts";
import { listVendors, type VendorGlobals } from "./vendors.ts";

const SCRIPT_LIMIT_MS = 3000;

/** Shows the consent banner until the visitor decides, and again on request. */
export function ConsentApp({ trackers }: { trackers: Trackers }) {
  const { consent, updateTracking } = openPageTracking(trackers);
  const choice = useSyncExternalStore(consent.subscribe, consent.choice);
  const { pathname } = usePage();
  const tracked = isTrackedDocument();
  const [reopened, setReopened] = useState(false);
  const [saved, setSaved] = useState(false);
  const opener = useRef<Element | null>(null);

  useEffect(() => {
    if (tracked) void updateTracking();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each page hides its own URL
  }, [updateTracking, tracked, pathname]);
  useEffect(() => {
    return onPrivacySettings(() => {
      opener.current = document.activeElement;
      setReopened(true);
    });
  }, []);

  /** Closes the banner and restores the focus to the element that opened it, or to the page. */
  function close(): void {
    setReopened(false);
    const before = opener.current ?? document.getElementById("content");
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    opener.current = null;
  }

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

type PageTracking = { consent: Consent; updateTracking: () => Promise<void> };

let opened: PageTracking | undefined;

/** Consent and tracking of this document; created once. */
function openPageTracking(trackers: Trackers): PageTracking {
  if (opened) return opened;
  const { globalPrivacyControl: gpc } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const consent = createConsent({
    storage: browserStorage,
    gpc: gpc === true,
    now: () => new Date(),
  });
  const updateTracking = createTracking({
    vendors: listVendors(trackers, { window: window as Window & VendorGlobals, loadScript }),
    consent,
    queue: pageQueue(),
    isTracked: isTrackedDocument,
    hideUrl: () => hideSession(window, browserStorage),
    forget: (traces) => forgetTraces(window, traces),
  });
  const update = () => void updateTracking();
  consent.subscribe(update);
  window.addEventListener("storage", ({ key }) => consent.onStored(key));
  window.addEventListener(PURCHASE_NOTED, update);
  opened = { consent, updateTracking };
  return opened;
}

/** Loads a vendor's script. Rejects when it is blocked, fails, or takes longer than 3 s. */
function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { async: true, src });
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", reject);
    setTimeout(reject, SCRIPT_LIMIT_MS);
    document.head.append(script);
  });
}
