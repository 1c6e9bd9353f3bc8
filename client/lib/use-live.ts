import { useEffect } from "react";

/** Sets `<html data-live>` once the page is hydrated, for tests. Call it inside the page. */
export function useLive(): void {
  useEffect(() => {
    document.documentElement.dataset["live"] = "";
  }, []);
}
