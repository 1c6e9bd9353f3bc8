import type { SavedFile, Wanted } from "../../../../client/pwa/library/state.ts";

/** A file as the shop lists it. */
export function wantedFile(id: number, patch: Partial<Wanted> = {}): Wanted {
  return {
    id,
    title: `File ${id}`,
    productName: "Premium Pack",
    paper: "a4",
    pages: 4,
    bytes: 100,
    sha256: `hash-${id}`,
    url: `/files/${id}/File-${id}.pdf`,
    ...patch,
  };
}

/** The same file as it is saved. */
export function savedFile(id: number, patch: Partial<SavedFile> = {}): SavedFile {
  const { url, ...facts } = wantedFile(id);
  return { ...facts, path: url, savedAt: 1, ...patch };
}
