import { useEffect } from "react";
import { useSite } from "./use-site.ts";

/** Names the document as long as the calling component is shown; as it is called when left out. */
export function usePageTitle(title: string | undefined): void {
  const { brand } = useSite();
  useEffect(() => {
    if (title === undefined) return;
    const former = document.title;
    document.title = `${title} | ${brand}`;
    return () => {
      document.title = former;
    };
  }, [title, brand]);
}
