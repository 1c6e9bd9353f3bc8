import { consentWords } from "../content/consent.ts";
import { hasTrackers } from "../lib/tracking/has-trackers.ts";
import { openPrivacySettings } from "../lib/tracking/privacy-settings.ts";
import { useSite } from "../lib/use-site.ts";

/** The list entry that opens the privacy choice again; none where there is nothing to choose. */
export function PrivacySettingsItem({ className = "" }: { className?: string }) {
  if (!hasTrackers(useSite().trackers)) return null;
  return (
    <li className="needs-script">
      <button type="button" className={className} onClick={openPrivacySettings}>
        {consentWords.open}
      </button>
    </li>
  );
}
