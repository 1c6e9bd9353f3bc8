/** Something in the palette's list. */
export type Entry = {
  id: string;
  title: string;
  detail?: string | undefined;
  keys?: string | undefined;
  run: () => void;
};

export type Section = { title: string; entries: Entry[] };

/** The sections with those entries that hold every typed word; the ones that hold none are gone. */
export function matching(sections: readonly Section[], typed: string): Section[] {
  const words = foldedWords(typed);
  return sections
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => {
        const text = folded(`${entry.title} ${entry.detail ?? ""}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function foldedWords(text: string): string[] {
  return folded(text).split(/\s+/).filter(Boolean);
}

/** Small letters without their marks: “Über” is found by “uber”. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
