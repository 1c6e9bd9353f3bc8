import { frameWords } from "../content/pages.ts";
import { useHasTrackers } from "../lib/use-site.ts";
import { PRIVACY_SETTINGS } from "./privacy-settings.ts";

/** Footer entry that opens the consent banner; nothing in shops without trackers. */
export function PrivacySettingsItem({ className = "" }: { className?: string }) {
  if (!useHasTrackers()) return null;
  return (
    <li className="needs-script">
      <button type="button" className={className} {...{ [PRIVACY_SETTINGS]: "" }}>
        {frameWords.footer.privacySettings}
      </button>
    </li>
  );
}
