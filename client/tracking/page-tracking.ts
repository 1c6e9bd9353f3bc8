import type { Trackers } from "../../../server/contract/site.ts";
import { type Consent, createConsent } from "./consent.ts";
import { createTracking, type Tracking } from "./create-tracking.ts";
import { forgetTraces } from "./forget-traces.ts";
import { scriptLoader } from "./load-script.ts";
import { PURCHASE_NOTED } from "./note-purchase.ts";
import { browserStorage, pageQueue } from "./page-stores.ts";
import { hideSession } from "./session-address.ts";
import { isTrackedPage } from "./tracked-pages.ts";
import { listVendors } from "./vendors/list-vendors.ts";
import type { VendorGlobals } from "./vendors/vendor.ts";

export type PageTracking = { consent: Consent; tracking: Tracking };

let opened: PageTracking | undefined;

/** Consent and tracking of this document, made once. Follows choices of other tabs and purchases. */
export function openPageTracking(trackers: Trackers): PageTracking {
  if (opened) return opened;
  const consent = createConsent({
    storage: browserStorage,
    gpc: hasGlobalPrivacyControl(navigator),
    now: () => new Date(),
  });
  const tracking = createTracking({
    vendors: listVendors(trackers, {
      window: window as Window & VendorGlobals,
      loadScript: scriptLoader(document),
    }),
    consent,
    queue: pageQueue(),
    isTracked: () => isTrackedPage(window.location.pathname) && isTrackedPage(documentPath()),
    hideAddress: () => hideSession(window, browserStorage),
    forget: (traces) => forgetTraces(window, traces),
  });
  consent.subscribe(() => void tracking.update());
  window.addEventListener("storage", ({ key }) => consent.notice(key));
  window.addEventListener(PURCHASE_NOTED, () => void tracking.update());
  opened = { consent, tracking };
  return opened;
}

/** Where this document was loaded: a private page's lets no vendor in, wherever it leads later. */
function documentPath(): string {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation ? new URL(navigation.name).pathname : window.location.pathname;
}

function hasGlobalPrivacyControl(
  navigator: Navigator & { globalPrivacyControl?: boolean },
): boolean {
  return navigator.globalPrivacyControl === true;
}
