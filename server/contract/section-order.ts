import { LANDING_SECTIONS, type SectionName } from "./sections.ts";

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

/** Moves a section to the place of another one. */
export function placeSection(
  sections: readonly Section[],
  moved: SectionName,
  target: SectionName,
): Section[] {
  const to = sections.findIndex(({ name }) => name === target);
  const [own, others] = [true, false].map((isOwn) =>
    sections.filter(({ name }) => (name === moved) === isOwn),
  ) as [Section[], Section[]];
  return others.toSpliced(to, 0, ...own);
}

/**
 * Returns the section whose place a section takes when it moves up (-1) or down (1); undefined at
 * the end. A shown section passes hidden ones, because visitors would see no difference.
 */
export function neighborOf(
  sections: readonly Section[],
  moved: SectionName,
  step: -1 | 1,
): SectionName | undefined {
  const from = sections.findIndex(({ name }) => name === moved);
  const next = step < 0 ? sections.slice(0, from).toReversed() : sections.slice(from + 1);
  const passesHidden = sections[from]?.isHidden === false;
  return next.find(({ isHidden }) => !(passesHidden && isHidden))?.name;
}

/** Hides or shows a section. */
export function setHidden(
  sections: readonly Section[],
  changed: SectionName,
  isHidden: boolean,
): Section[] {
  return sections.map((section) => (section.name === changed ? { ...section, isHidden } : section));
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
