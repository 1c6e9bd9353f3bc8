import type { SavedFile } from "./state.ts";

/** How many files are saved and their bytes, by our own index: browsers tell less exact sums, and late. */
export function usageOf(saved: Iterable<SavedFile>): { files: number; bytes: number } {
  const sizes = [...saved].map(({ bytes }) => bytes);
  return { files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

/** About how many bytes more the browser may grant; undefined where it does not say. A hint and no more. */
export async function estimateRoom(): Promise<number | undefined> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
}
