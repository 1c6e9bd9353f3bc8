import type { LibraryModel, ListedFile, SavedFile } from "./state.ts";

/** Path of a file's URL, without the query, whose token expires. */
export function pathOf(url: string): string {
  return new URL(url, "https://path.invalid").pathname;
}

/** Compares rows with the cached paths. The browser may have evicted contents. */
export function reconcile(rows: SavedFile[], paths: string[]) {
  const cached = new Set(paths);
  const known = new Set(rows.map(({ path }) => path));
  return {
    saved: rows.filter(({ path }) => cached.has(path)),
    lost: rows.filter(({ path }) => !cached.has(path)).map(({ id }) => id),
    strays: paths.filter((path) => !known.has(path)),
  };
}

/** The files that are neither saved nor requested in this version, each once. */
export function filesToRequest(
  files: ListedFile[],
  { saved, requested }: Pick<LibraryModel, "saved" | "requested">,
): ListedFile[] {
  const version = ({ id, sha256 }: { id: number; sha256: string }) => `${id} ${sha256}`;
  const present = new Set([...saved, ...requested].map(version));
  const missing = files.filter((file) => !present.has(version(file)));
  return [...new Map(missing.map((file) => [file.id, file])).values()];
}

/** Ids of saved files that the server lists with another hash. */
export function listUpdatable(saved: SavedFile[], listed: ListedFile[]): number[] {
  const hashes = new Map(listed.map(({ id, sha256 }) => [id, sha256]));
  return saved
    .filter(({ id, sha256 }) => (hashes.get(id) ?? sha256) !== sha256)
    .map(({ id }) => id);
}

export type RenamedFile = { before: SavedFile; after: SavedFile };

/**
 * Changes that the server's list requires: `removed` ids are no longer granted, `renamed` files have the
 * same content under another name, `requested` files were listed differently when they were requested.
 */
export function planSync({
  saved,
  requested,
  listed,
}: Pick<LibraryModel, "saved" | "requested" | "listed">) {
  const byId = new Map(listed.map((file) => [file.id, file]));
  const differs = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other);
  const renamed = saved.flatMap((before): RenamedFile[] => {
    const file = byId.get(before.id);
    if (!file || file.sha256 !== before.sha256) return [];
    const { title, productName } = file;
    const after = { ...before, title, productName, path: pathOf(file.url) };
    return differs(before, after) ? [{ before, after }] : [];
  });
  return {
    removed: [...saved, ...requested].map(({ id }) => id).filter((id) => !byId.has(id)),
    renamed,
    requested: requested.flatMap((before) => {
      const file = byId.get(before.id);
      return file && differs(before, { ...before, ...file }) ? [file] : [];
    }),
  };
}
