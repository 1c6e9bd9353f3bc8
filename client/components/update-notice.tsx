import { useEffect, useState, useSyncExternalStore } from "react";
import { updateWords as words } from "../content/parts.ts";
import { subscribeToNothing } from "../lib/use-browser-value.ts";
import type { appUpdate } from "../pwa/register.ts";

/** Lazily loaded module that registers the service worker. Only signed-in pages load it. */
type UpdateCode = { startWorker: () => void; appUpdate: typeof appUpdate };

type UpdateNoticeProps = {
  load: () => Promise<UpdateCode>;
  /** Whether a reload would interrupt the user, so the update must wait. */
  held?: boolean;
  className?: string;
};

/** Starts the service worker and shows when a new version is ready. Never reloads by itself. */
export function UpdateNotice({ load, held = false, className = "" }: UpdateNoticeProps) {
  const [update, setUpdate] = useState<UpdateCode["appUpdate"]>();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    load().then(
      ({ startWorker, appUpdate }) => {
        startWorker();
        setUpdate(appUpdate);
      },
      // Loading fails offline, where no update is available.
      () => undefined,
    );
  }, [load]);
  const state = useSyncExternalStore(
    update?.subscribe ?? subscribeToNothing,
    update?.read ?? readNone,
    readNone,
  );
  return (
    <div role="status">
      {update && state !== "none" && (
        <div className={`flex flex-wrap items-center gap-x-5 px-5 py-1.5 ${className}`}>
          <p className="py-1.5">{noticeText(state, { held, refused })}</p>
          {state !== "reloading" && (
            <span className="flex gap-x-5">
              {!held && (
                <button type="button" className={WAY} onClick={() => setRefused(!update.accept())}>
                  {words.reload}
                </button>
              )}
              <button type="button" className={WAY} onClick={update.later}>
                {words.later}
              </button>
            </span>
          )}
        </div>
      )}
    </div>
  );
}

const WAY = "min-h-10 font-semibold underline decoration-2 underline-offset-4 hover:decoration-3";
const readNone = () => "none" as const;

function noticeText(state: string, { held, refused }: { held: boolean; refused: boolean }): string {
  if (state === "reloading") return words.reloading;
  if (held) return words.held;
  return refused ? words.refused : words.text;
}

/** Defers app updates while `isActive`, for example during a download or with unsaved input. */
export function useHoldUpdate(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const release = import("../pwa/register.ts").then(({ holdUpdate }) => holdUpdate());
    return () => void release.then((end) => end(), reportError);
  }, [isActive]);
}
