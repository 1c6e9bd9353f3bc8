import { useEffect } from "react";
import { useSite } from "./use-site.ts";

/** Names the document as long as the calling component is shown. */
export function usePageTitle(title: string): void {
  const { brand } = useSite();
  useEffect(() => {
    const former = document.title;
    document.title = `${title} | ${brand}`;
    return () => {
      document.title = former;
    };
  }, [title, brand]);
}
