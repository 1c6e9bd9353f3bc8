/** An entry of the palette. */
type PaletteEntry = {
  id: string;
  title: string;
  detail?: string | undefined;
  keys?: string | undefined;
  run: () => void;
};

export type Section = { title: string; entries: PaletteEntry[] };

/** The sections with the entries that contain every typed word, without empty sections. */
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

/** Lower case without accents: “uber” finds “Über”. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
