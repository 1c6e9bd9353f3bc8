import { useEffect } from "react";

/** No new version of the app takes what was typed. */
export function useHoldUpdate(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const release = import("../../pwa/register.ts").then(({ holdUpdate }) => holdUpdate());
    return () => void release.then((end) => end(), reportError);
  }, [dirty]);
}
