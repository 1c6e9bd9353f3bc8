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
export type Section = { name: SectionName; isHidden: boolean };

/** Precedes the name of a hidden section in the stored text. */
const HIDDEN = "-";

/** The sections that claim nothing about the demo's packs; a new shop shows only these. */
const NEUTRAL: readonly SectionName[] = ["hero", "pricing", "faq"];

/** Value of the setting `sections` in a new shop with products of its own. */
export function newShopSections(): string {
  return writeSections(
    LANDING_SECTIONS.map((name) => ({ name, isHidden: !NEUTRAL.includes(name) })),
  );
}

/**
 * Reads the setting `sections`: the names in order, such as "hero, -faq" with `faq` hidden. An empty
 * text is the default: all sections are shown. Missing sections are hidden and come last.
 */
export function readSections(text: string): Section[] {
  if (text.trim() === "") return LANDING_SECTIONS.map((name) => ({ name, isHidden: false }));
  const sections = new Map<SectionName, Section>();
  for (const { name, isHidden } of entriesOf(text)) {
    if (isSection(name) && !sections.has(name)) sections.set(name, { name, isHidden });
  }
  for (const name of LANDING_SECTIONS) {
    if (!sections.has(name)) sections.set(name, { name, isHidden: true });
  }
  return [...sections.values()];
}

/** Inverse of `readSections`. */
export function writeSections(sections: readonly Section[]): string {
  const text = sections.map(({ name, isHidden }) => (isHidden ? HIDDEN : "") + name).join(", ");
  return text === LANDING_SECTIONS.join(", ") ? "" : text;
}

/** Problem of a value of the setting `sections`; `name` is the unknown or repeated section. */
export type SectionsFault = { kind: "unknown" | "repeated"; name: string } | { kind: "empty" };

/** Returns the first problem of a non-empty value of the setting `sections`. */
export function findSectionsFault(text: string): SectionsFault | undefined {
  const entries = entriesOf(text);
  const names = entries.map(({ name }) => name);
  const unknown = names.find((name) => !isSection(name));
  if (unknown !== undefined) return { kind: "unknown", name: unknown };
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) return { kind: "repeated", name: repeated };
  return entries.every(({ isHidden }) => isHidden) ? { kind: "empty" } : undefined;
}

/** Moves a section by `step` places; beyond the ends it stays at the end. */
export function moveSection(
  sections: readonly Section[],
  moved: SectionName,
  step: number,
): Section[] {
  const from = sections.findIndex(({ name }) => name === moved);
  const section = sections[from];
  if (!section) return [...sections];
  return sections.toSpliced(from, 1).toSpliced(Math.max(0, from + step), 0, section);
}

/** Hides or shows a section. */
export function setHidden(
  sections: readonly Section[],
  changed: SectionName,
  isHidden: boolean,
): Section[] {
  return sections.map((section) => (section.name === changed ? { ...section, isHidden } : section));
}

type SiteSections = Pick<Site, "sections">;

/** Names of the shown sections in order. */
export function shownSections({ sections }: SiteSections): readonly SectionName[] {
  return sections ?? LANDING_SECTIONS;
}

/** Does not name the other sections, because most pages do not load their names. */
export function isSectionShown({ sections }: SiteSections, name: SectionName): boolean {
  return sections?.includes(name) ?? true;
}

function entriesOf(text: string): { name: string; isHidden: boolean }[] {
  return text.split(",").map((part) => {
    const entry = part.trim();
    const isHidden = entry.startsWith(HIDDEN);
    return { name: isHidden ? entry.slice(HIDDEN.length) : entry, isHidden };
  });
}

function isSection(name: string): name is SectionName {
  return LANDING_SECTIONS.some((known) => known === name);
}
