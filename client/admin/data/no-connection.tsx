import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { onEvents } from "../../lib/events.ts";
import { usePhase } from "./admin-context.ts";

/** Offline warning for an action that cannot be queued. */
export function NoConnection({ text, className = "" }: { text: string; className?: string }) {
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  const isDown = usePhase() === "offline";
  if (isOnline && !isDown) return null;
  return (
    <p
      role="status"
      className={`flex gap-2 rounded-sheet bg-paper-2 px-3 py-2 text-ink ${className}`}
    >
      <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}

function onConnection(onChange: () => void): () => void {
  return onEvents(onChange, [window, "online"], [window, "offline"]);
}
