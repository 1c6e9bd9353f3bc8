import type { Trackers } from "../../../../server/contract/site.ts";
import { gtm } from "./gtm.ts";
import { meta } from "./meta.ts";
import { pinterest } from "./pinterest.ts";
import { posthog } from "./posthog.ts";
import type { Vendor, VendorPage } from "./vendor.ts";

/** The vendors that the owner has set up; one without an id does not exist. */
export function listVendors(trackers: Trackers, page: VendorPage): Vendor[] {
  const { posthogKey, metaPixelId, gtmId, pinterestTagId } = trackers;
  return [
    posthogKey === null ? [] : posthog(posthogKey, page),
    metaPixelId === null ? [] : meta(metaPixelId, page),
    gtmId === null ? [] : gtm(gtmId, page),
    pinterestTagId === null ? [] : pinterest(pinterestTagId, page),
  ].flat();
}
