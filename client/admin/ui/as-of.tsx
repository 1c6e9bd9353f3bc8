import { CloudOff } from "lucide-react";
import { adminOfflineWords as words } from "../../content/admin-device.ts";
import { useTimes } from "./times.ts";

/** Read time of the displayed data, in milliseconds, and whether the server is unreachable. */
export type AsOfTime = { at: number; isOffline: boolean };

type AsOfProps = {
  of: AsOfTime | undefined;
  /** Whether to add that some fields are not stored on this device. */
  isPartial?: boolean;
  className?: string;
};

/** Shows the age of data that the server has not confirmed. */
export function AsOf({ of, isPartial = false, className = "" }: AsOfProps) {
  const { hourOrTimeOf } = useTimes();
  if (!of) return null;
  const time = hourOrTimeOf(new Date(of.at).toISOString());
  return (
    <p role="status" className={`flex items-center gap-1.5 text-ink-2 ${className}`}>
      <CloudOff aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        {words.asOf(time, of.isOffline)}
        {isPartial && ` · ${words.private}`}
      </span>
    </p>
  );
}
