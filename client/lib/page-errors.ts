/** Thrown by a page that redirects its visitor this time. */
export class Redirect extends Error {
  override readonly name = "Redirect";

  constructor(readonly href: string) {
    super(`Redirected to ${href}`);
  }
}

/** Thrown by a page that has nothing to show at its URL. */
export class PageNotFound extends Error {
  override readonly name = "PageNotFound";
}

/** Resolves with `fallback` when the read fails, and reports the failure. */
export function withFallback<Value, Fallback>(
  read: Promise<Value>,
  fallback: Fallback,
  report: (error: unknown) => void,
): Promise<Value | Fallback> {
  return read.catch((error: unknown) => {
    report(error);
    return fallback;
  });
}

/** A chunk of the page's code could not be loaded: no connection, or a newer build replaced it. */
export class ChunkError extends Error {
  override readonly name = "ChunkError";

  constructor(cause: unknown) {
    super(`The page's code did not load. ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}

const RELOADED_PREFIX = "reloaded: ";

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
