import {
  createContext,
  type MouseEvent,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { accountOfflineWords } from "../../../content/account.ts";
import { useHoldUpdate } from "../../../components/update-notice.tsx";
import { isInstalledApp } from "../../../lib/installed-app.ts";
import { subscribeToNothing, useBrowserValue } from "../../../lib/use-browser-value.ts";
import type { Library } from "../../../pwa/library/open-library.ts";
import type { LibraryState } from "../../../pwa/library/state.ts";
import type * as printing from "../../../pwa/print.ts";
import type { Printable, Printed } from "../../../pwa/print.ts";
import type { AccountData } from "../load-account.ts";
import { useConnection } from "./connection.tsx";
import { listFiles } from "./file-view.ts";

export type DeviceLibrary = {
  library: Library;
  state: LibraryState;
  /** Prints a file. Must be called in the click handler. */
  print: (file: Printable) => Promise<Printed>;
  /**
   * Opens the share sheet. Set only where an opened PDF has no back button (installed app on iOS);
   * undefined elsewhere.
   */
  share: ((file: Printable) => Promise<Printed>) | undefined;
};

const Context = createContext<DeviceLibrary | undefined>(undefined);
export const LibraryProvider = Context.Provider;

/** The library; undefined until it is loaded and ready, and in browsers that cannot save files. */
export function useDeviceLibrary(): DeviceLibrary | undefined {
  return use(Context);
}

/** Opens the user's file library and stores the offline copy of the account. */
export function useLibrary(data: AccountData): DeviceLibrary | undefined {
  const opened = useOpenedLibrary(data.user.id);
  const library = opened?.library;
  const state = useSyncExternalStore(
    library?.subscribe ?? subscribeToNothing,
    library?.read ?? nothing,
    nothing,
  );
  useSync(data, library);
  useHoldUpdate(isSaving(state));
  useBadge(state?.updatable.length);
  return useMemo(() => {
    if (!opened || !state?.ready) return undefined;
    const { printFile, opensByShare, readPlatform, shareFile } = opened.printing;
    const platform = readPlatform(navigator, isInstalledApp());
    return {
      library: opened.library,
      state,
      print: (file) => printFile(file, platform),
      share: opensByShare(platform) ? shareFile : undefined,
    };
  }, [opened, state]);
}

/** Whether downloads are queued or running. */
export function isSaving(state: LibraryState | undefined): boolean {
  return [...(state?.jobs.values() ?? [])].some(({ state }) => state !== "failed");
}

const nothing = () => undefined;

type OpenedLibrary = { library: Library; printing: typeof printing };

function useOpenedLibrary(userId: number): OpenedLibrary | undefined {
  const [opened, setOpened] = useState<OpenedLibrary>();
  useEffect(() => {
    if (!canSaveFiles()) return;
    let closed = false;
    let library: Library | undefined;
    const open = async () => {
      const [{ claimDevice, openLibrary }, printing] = await Promise.all([
        import("../../../pwa/library/library.ts"),
        import("../../../pwa/print.ts"),
      ]);
      // Removes another user's data before anything is read.
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

/** Whether this browser can save files. Pages over plain HTTP have no cache and no service worker. */
function canSaveFiles(): boolean {
  return "caches" in window && "indexedDB" in window && "serviceWorker" in navigator;
}

/** Hydration-safe `canSaveFiles`: true until the page is hydrated. */
export function useCanSaveFiles(): boolean {
  return useBrowserValue(canSaveFiles, true);
}

function useSync(
  { user, purchases, sessions, readAt, cached }: AccountData,
  library: Library | undefined,
): void {
  useEffect(() => {
    if (!library || cached || !purchases) return;
    library.sync(listFiles(purchases)).catch(reportError);
    import("../../../pwa/library/library.ts")
      .then(({ cacheAccount }) =>
        cacheAccount({ user, purchases, readAt, ...(sessions && { sessions }) }),
      )
      .catch(reportError);
  }, [library, user, purchases, sessions, readAt, cached]);
}

/** Shows the number of available file updates as the app badge. */
function useBadge(count: number | undefined): void {
  useEffect(() => {
    if (count === undefined || !("setAppBadge" in navigator)) return;
    const set = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // Some systems reject the badge until notifications are allowed.
    set.catch(() => {});
  }, [count]);
}

/** Prints and opens files with the method the platform supports, and shows instructions. */
export function usePrinting() {
  const device = useDeviceLibrary();
  const { say } = useConnection();
  const report = (printed: Printed) =>
    say(printed === "done" ? "" : accountOfflineWords.printed[printed]);
  return {
    print: (file: Printable) => void device?.print(file).then(report),
    /** Click handler of a link to a file. */
    open(event: MouseEvent, file: Printable): void {
      if (!device?.share) return;
      event.preventDefault();
      void device.share(file).then(report);
    },
  };
}
