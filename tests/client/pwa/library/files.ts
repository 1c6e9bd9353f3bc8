import type { SavedFile, ListedFile } from "../../../../client/device/library-database.ts";

/** Returns a file as the shop lists it. */
export function listedFile(id: number, patch: Partial<ListedFile> = {}): ListedFile {
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

/** Returns the file of `listedFile`, saved on this device. */
export function savedFile(id: number, patch: Partial<SavedFile> = {}): SavedFile {
  const { url, ...facts } = listedFile(id);
  return { ...facts, path: url, savedAt: 1, ...patch };
}
