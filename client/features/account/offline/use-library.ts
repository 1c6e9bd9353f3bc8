import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { isThisInstalled } from "../../../lib/installed-app.ts";
import type { Library, LibraryState } from "../../../pwa/library/state.ts";
import type * as printing from "../../../pwa/print.ts";
import type { AccountData } from "../load-account.ts";
import { wantedOf } from "./file-view.ts";
import type { DeviceLibrary } from "./library-context.ts";

type Opened = { library: Library; printing: typeof printing };

/**
 * The library of this device for a user, which keeps the account as it was last read. Undefined until
 * its code has come; where that does not come the account is the one of plain links.
 */
export function useLibrary(data: AccountData): DeviceLibrary | undefined {
  const opened = useOpened(data.user.id);
  const library = opened?.library;
  const state = useSyncExternalStore(
    library?.subscribe ?? hearNothing,
    library?.read ?? nothing,
    nothing,
  );
  useKept(data, library);
  useHold(isSaving(state));
  useBadge(state?.updatable.length);
  return useMemo(() => {
    if (!opened || !state?.ready) return undefined;
    const { printFile, opensByShare, readPlatform, shareFile } = opened.printing;
    const platform = readPlatform(navigator, isThisInstalled());
    return {
      library: opened.library,
      state,
      platform,
      print: (file) => printFile(file, platform),
      share: opensByShare(platform) ? shareFile : undefined,
    };
  }, [opened, state]);
}

/** Whether files are on their way to this device. */
export function isSaving(state: LibraryState | undefined): boolean {
  return [...(state?.jobs.values() ?? [])].some(({ state }) => state !== "failed");
}

const hearNothing = () => () => {};
const nothing = () => undefined;

function useOpened(userId: number): Opened | undefined {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    if (!canSaveFiles()) return;
    let closed = false;
    let library: Library | undefined;
    const open = async () => {
      const [{ claimDevice, openLibrary }, printing] = await Promise.all([
        import("../../../pwa/library/library.ts"),
        import("../../../pwa/print.ts"),
      ]);
      // What another user of this browser has left is gone before anything is read.
      await claimDevice(userId);
      if (closed) return;
      library = openLibrary(userId);
      setOpened({ library, printing });
    };
    open().catch(reportError);
    return () => {
      closed = true;
      library?.dispose();
      setOpened(undefined);
    };
  }, [userId]);
  return opened;
}

/**
 * Whether this browser can save files. Pages over plain HTTP have no cache and no service worker.
 */
function canSaveFiles(): boolean {
  return "caches" in window && "indexedDB" in window && "serviceWorker" in navigator;
}

/** `canSaveFiles` for rendering: true until the page is hydrated. */
export function useCanSaveFiles(): boolean {
  return useSyncExternalStore(hearNothing, canSaveFiles, () => true);
}

/** Keeps what was read for the time without a connection, and has the library follow it. */
function useKept(
  { user, purchases, sessions, readAt, kept }: AccountData,
  library?: Library,
): void {
  useEffect(() => {
    if (!library || kept || !purchases) return;
    void library.sync(wantedOf(purchases)).catch(reportError);
    import("../../../pwa/library/library.ts")
      .then(({ keepAccount }) =>
        keepAccount({ user, purchases, readAt, ...(sessions && { sessions }) }),
      )
      .catch(reportError);
  }, [library, user, purchases, sessions, readAt, kept]);
}

/** No new version of the app ends a download. */
function useHold(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const release = import("../../../pwa/register.ts").then(({ holdUpdate }) => holdUpdate());
    return () => void release.then((end) => end(), reportError);
  }, [active]);
}

/** The number on the app's icon: how many saved files the owner has replaced. */
function useBadge(count: number | undefined): void {
  useEffect(() => {
    if (count === undefined || !("setAppBadge" in navigator)) return;
    const set = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // Some systems refuse it until notifications are allowed.
    set.catch(() => {});
  }, [count]);
}
