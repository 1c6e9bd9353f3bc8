import { useEffect } from "react";
import { useSite } from "./use-site.ts";

/** Sets the document's title while the component is mounted; keeps it when undefined. */
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
