import type { Trackers } from "../../server/contract/site.ts";
import { type Consent, createConsent } from "./consent.ts";
import { createTracking, type Tracking } from "./create-tracking.ts";
import { forgetTraces } from "./forget-traces.ts";
import { PURCHASE_NOTED } from "./note-purchase.ts";
import { hideSession } from "./order-session.ts";
import { browserStorage } from "../lib/storage.ts";
import { pageQueue } from "./purchase-queue.ts";
import { isTrackedDocument } from "../lib/tracked-pages.ts";
import { gtm } from "./vendors/gtm.ts";
import { meta } from "./vendors/meta.ts";
import { pinterest } from "./vendors/pinterest.ts";
import { posthog } from "./vendors/posthog.ts";
import {
  scriptLoader,
  type Vendor,
  type VendorGlobals,
  type VendorPage,
} from "./vendors/vendor.ts";

export type PageTracking = { consent: Consent; tracking: Tracking };

let opened: PageTracking | undefined;

/** Consent and tracking of this document; created once. */
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
    isTracked: isTrackedDocument,
    hideUrl: () => hideSession(window, browserStorage),
    forget: (traces) => forgetTraces(window, traces),
  });
  consent.subscribe(() => void tracking.update());
  window.addEventListener("storage", ({ key }) => consent.onStored(key));
  window.addEventListener(PURCHASE_NOTED, () => void tracking.update());
  opened = { consent, tracking };
  return opened;
}

function hasGlobalPrivacyControl(
  navigator: Navigator & { globalPrivacyControl?: boolean },
): boolean {
  return navigator.globalPrivacyControl === true;
}

/** The vendors with an id in the settings. */
export function listVendors(trackers: Trackers, page: VendorPage): Vendor[] {
  const { posthog: project, metaPixelId, gtmId, pinterestTagId } = trackers;
  return [
    project === null ? [] : posthog(project, page),
    metaPixelId === null ? [] : meta(metaPixelId, page),
    gtmId === null ? [] : gtm(gtmId, page),
    pinterestTagId === null ? [] : pinterest(pinterestTagId, page),
  ].flat();
}
