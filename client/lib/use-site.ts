import { useRouter } from "@tanstack/react-router";
import type { Site } from "../../server/contract/site.ts";

/** The site's public settings; works in every component, also in error and not-found pages. */
export function useSite(): Site {
  return useRouter().options.context.site;
}
