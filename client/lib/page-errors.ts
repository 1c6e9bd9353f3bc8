/** Thrown when a code chunk cannot be loaded: offline, or replaced by a newer build. */
export class ChunkError extends Error {
  override readonly name = "ChunkError";

  constructor(cause: unknown) {
    super(`The page's code did not load. ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}

const RELOADED_PREFIX = "reloaded: ";

/** Reloads the page once per missing chunk, if the server responds, to get the newer build. */
export async function reloadForNewBuild(failure: unknown): Promise<void> {
  if (!(failure instanceof ChunkError)) return;
  const response = await fetch(location.href, { method: "HEAD" }).catch(() => undefined);
  if (response?.ok && noteFirst(RELOADED_PREFIX + failure.message)) location.reload();
}

/** Stores the key. Returns false if already stored or storage fails, to prevent reload loops. */
function noteFirst(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
    return true;
  } catch {
    return false;
  }
}
