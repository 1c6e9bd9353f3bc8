// The router loads a page anew whose code did not come, whatever the reason; without a line that shows
// the browser's own error page. It knows these failures by the beginning of their text.
const MARK = "The page's code did not come. ";
const RELOADED_PREFIX = "reloaded: ";

type LostCode = Event & { payload: Error };

/** Keeps the visitor on the page when code of another page cannot be loaded; the failure page shows. */
export function keepPageWithoutCode(): void {
  addEventListener("vite:preloadError", (event) => {
    const { payload } = event as LostCode;
    if (!payload.message.startsWith(MARK)) payload.message = MARK + payload.message;
  });
}

/**
 * Loads the page anew, once, when its code is missing although the shop answers: the code was
 * replaced by a newer one since the visit began.
 */
export async function reloadReplacedCode(failure: unknown): Promise<void> {
  if (!(failure instanceof Error) || !failure.message.startsWith(MARK)) return;
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => undefined);
  if (answer?.ok && noteFirst(RELOADED_PREFIX + failure.message)) location.reload();
}

/** False when this was noted before, and where nothing can be noted: a reload must never repeat. */
function noteFirst(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
    return true;
  } catch {
    return false;
  }
}
