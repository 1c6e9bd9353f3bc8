const RELOADED_PREFIX = "reloaded: ";

/** A chunk of the page's code could not be loaded: no connection, or a newer build replaced it. */
export class ChunkError extends Error {
  override readonly name = "ChunkError";

  constructor(cause: unknown) {
    super(`The page's code did not load. ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}

/** Reloads the page, once per missing chunk, when the server answers: a newer build replaced it. */
export async function reloadForNewBuild(failure: unknown): Promise<void> {
  if (!(failure instanceof ChunkError)) return;
  const response = await fetch(location.href, { method: "HEAD" }).catch(() => undefined);
  if (response?.ok && noteFirst(RELOADED_PREFIX + failure.message)) location.reload();
}

/** Returns false when noted before, or when nothing can be stored: a reload must not repeat. */
function noteFirst(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
    return true;
  } catch {
    return false;
  }
}
