import { useEffect } from "react";

/** Delays app updates while there is unsaved input. */
export function useHoldUpdate(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const release = import("../../pwa/register.ts").then(({ holdUpdate }) => holdUpdate());
    return () => void release.then((end) => end(), reportError);
  }, [dirty]);
}
