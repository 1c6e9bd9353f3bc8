import type { SavedFile, Wanted } from "./state.ts";

/** Where a file is kept and opens: its path without the query, whose token expires. */
export function pathOf(url: string): string {
  return new URL(url, "https://path.invalid").pathname;
}

/** Compares the index with the paths that a bucket holds: the browser may have removed files by itself. */
export function reconcile(saved: SavedFile[], heldPaths: string[]) {
  const held = new Set(heldPaths);
  const known = new Set(saved.map(({ path }) => path));
  return {
    kept: saved.filter(({ path }) => held.has(path)),
    lost: saved.filter(({ path }) => !held.has(path)).map(({ id }) => id),
    strays: heldPaths.filter((path) => !known.has(path)),
  };
}

/** Files to ask for: each once, without what is saved or asked for as it is now. */
export function toAsk({ files, saved, asked }: Known & { files: Wanted[] }): Wanted[] {
  const same = (one: { id: number; sha256: string }) => `${one.id} ${one.sha256}`;
  const there = new Set([...saved, ...asked].map(same));
  const byId = new Map(
    files.filter((file) => !there.has(same(file))).map((file) => [file.id, file]),
  );
  return [...byId.values()];
}

/** Ids of saved files that the shop lists with other bytes. */
export function listUpdatable(saved: SavedFile[], current: Wanted[]): number[] {
  const hashes = new Map(current.map(({ id, sha256 }) => [id, sha256]));
  return saved
    .filter(({ id, sha256 }) => (hashes.get(id) ?? sha256) !== sha256)
    .map(({ id }) => id);
}

type Known = { saved: SavedFile[]; asked: Wanted[] };

/** What follows for the device from the files that the shop lists now. */
export function planSync({ saved, asked, current }: Known & { current: Wanted[] }) {
  const listed = new Map(current.map((file) => [file.id, file]));
  const isOther = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other);
  return {
    /** No longer granted. */
    removed: [...saved, ...asked].map(({ id }) => id).filter((id) => !listed.has(id)),
    /** Saved with the same bytes, but called otherwise. */
    renamed: saved.flatMap((before) => {
      const file = listed.get(before.id);
      if (!file || file.sha256 !== before.sha256) return [];
      const after = {
        ...before,
        title: file.title,
        productName: file.productName,
        path: pathOf(file.url),
      };
      return isOther(before, after) ? [{ before, after }] : [];
    }),
    /** Asked for, and listed with other bytes or at another place since. */
    askedAnew: asked.flatMap((before) => {
      const file = listed.get(before.id);
      return file && isOther(before, { ...before, ...file }) ? [file] : [];
    }),
  };
}
