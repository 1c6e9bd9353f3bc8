import { CloudOff } from "lucide-react";
import { offlineWords as words } from "../../content/admin-device.ts";
import { hourOrTimeOf } from "../app/formats.ts";

type AsOfProps = {
  /** When this device read it, in milliseconds; undefined for current data. */
  readAt: number | undefined;
  /** Some fields are not stored here. */
  isPartial?: boolean;
  className?: string;
};

/** Says that stored data is shown. */
export function AsOf({ readAt, isPartial = false, className = "" }: AsOfProps) {
  if (readAt === undefined) return null;
  const time = hourOrTimeOf(new Date(readAt).toISOString());
  return (
    <p role="status" className={`flex items-center gap-1.5 text-ink-2 ${className}`}>
      <CloudOff aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        {words.asOf(time)}
        {isPartial && ` · ${words.private}`}
      </span>
    </p>
  );
}
