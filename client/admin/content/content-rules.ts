import { type CatalogueText, listPictures, listTexts } from "../../content/text-catalogue.ts";
import { TEXT_PLACES, type TextGroup } from "../../content/text-places.ts";
import { foldText } from "../offline/list-texts.ts";
import { TEXT_LABELS } from "./text-labels.ts";

export type ShownText = CatalogueText & { label: string };

/** Text group with the title of its place, such as "Landing page". */
export type ShownGroup = TextGroup & { place: string };

const GROUPS: readonly ShownGroup[] = TEXT_PLACES.flatMap(({ title, groups }) =>
  groups.map((group) => ({ ...group, place: title })),
);

let listed: readonly ShownText[] | undefined;

/** Returns all texts and pictures of the catalogue, each with a readable label. */
export function shownTexts(): readonly ShownText[] {
  if (listed) return listed;
  const texts = listTexts().map((text, _, all) => {
    const names = all.filter(({ group }) => group === text.group).map(({ name }) => name);
    return { ...text, label: labelOf(text.name, names) };
  });
  const pictures = listPictures().map((text) => ({ ...text, label: text.default }));
  listed = [...texts, ...pictures];
  return listed;
}

/**
 * Label of a text: a fixed one, or its name in words, without the prefix that its group shares. The
 * first part of the name is left out if the label stays unique.
 */
export function labelOf(name: string, names: readonly string[]): string {
  const fixed = TEXT_LABELS[name];
  if (fixed !== undefined) return fixed;
  const parts = name.split(".");
  const isShared = (at: number) =>
    names.every((other) => other.split(".")[at] === parts[at] && at < other.split(".").length - 1);
  const withoutFirstPart = (other: string) => other.slice(other.indexOf(".") + 1);
  const isUnique = !names.some(
    (other) => other !== name && withoutFirstPart(other) === withoutFirstPart(name),
  );
  const start = Math.max(
    parts.findIndex((_, at) => !isShared(at)),
    isUnique && parts.length > 1 && !/^\d+$/.test(parts[1] ?? "") ? 1 : 0,
  );
  const words = parts
    .slice(start)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : spaced(part)));
  const text = words.join(" · ").replaceAll(/ · (\d+)/g, " $1");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "reasonsHeading" becomes "reasons heading". */
function spaced(part: string): string {
  return part.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Returns the texts that have every typed word in their value, default, name, label or place. */
export function searchTexts(
  texts: readonly ShownText[],
  typed: string,
  valueOf: (name: string) => string | undefined,
): ShownText[] {
  const wanted = foldText(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return texts.filter((text) => {
    const { name, place, group, label } = text;
    const all = [valueOf(name) ?? "", text.default, name, place, group, label].join(" ");
    const folded = foldText(all);
    return wanted.every((word) => folded.includes(word));
  });
}

/** Returns the group with this title, or the first group if there is none. */
export function groupOf(title: string | undefined): ShownGroup {
  const [first] = GROUPS;
  return GROUPS.find((group) => group.title === title) ?? first!;
}

export function textsOf({ place, title }: ShownGroup): ShownText[] {
  return shownTexts().filter((text) => text.place === place && text.group === title);
}
