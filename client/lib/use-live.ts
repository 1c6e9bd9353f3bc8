import { useEffect } from "react";

/**
 * Marks the document (`<html data-live>`) once the page of this frame answers by itself, for programs
 * that drive it from outside. Used inside a page: what is around it becomes live before the page does.
 */
export function useLive(): void {
  useEffect(() => {
    document.documentElement.dataset["live"] = "";
  }, []);
}
