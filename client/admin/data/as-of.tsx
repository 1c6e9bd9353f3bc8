import { CloudOff } from "lucide-react";
import { offlineWords as words } from "../../content/admin-device.ts";
import { hourOrTimeOf } from "../app/formats.ts";
import type { AsOfTime } from "./use-stored.ts";

type AsOfProps = {
  of: AsOfTime | undefined;
  /** Some fields are not stored here. */
  isPartial?: boolean;
  className?: string;
};

/** Says that the shown data is not confirmed by the server. */
export function AsOf({ of, isPartial = false, className = "" }: AsOfProps) {
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
