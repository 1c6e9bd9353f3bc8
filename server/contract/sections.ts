import type { Site } from "./site.ts";

/** Sections of the landing page in their default order. Each name but "hero" is an anchor. */
export const LANDING_SECTIONS = [
  "hero",
  "pain-points",
  "why-choose",
  "what-learn",
  "whats-included",
  "how-it-works",
  "pricing",
  "bonuses",
  "testimonials",
  "about-creator",
  "faq",
  "final-cta",
] as const;
export type SectionName = (typeof LANDING_SECTIONS)[number];

type SiteSections = Pick<Site, "sections">;

/** Names of the shown sections in order. */
export function shownSections({ sections }: SiteSections): readonly SectionName[] {
  return sections ?? LANDING_SECTIONS;
}

/** Does not name the other sections, because most pages do not load their names. */
export function isSectionShown({ sections }: SiteSections, name: SectionName): boolean {
  return sections?.includes(name) ?? true;
}
