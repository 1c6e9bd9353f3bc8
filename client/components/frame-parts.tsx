import type { ComponentType } from "react";
import { ModeBanner } from "./mode-banner.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SkipLink } from "./skip-link.tsx";

/** What is around every public page and answers without a script, by its element. */
export const frameParts = { a: SkipLink, aside: ModeBanner, footer: SiteFooter } satisfies Record<
  string,
  ComponentType
>;
