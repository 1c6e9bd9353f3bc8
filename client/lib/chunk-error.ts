const RELOADED_PREFIX = "reloaded: ";

/** The code of a page did not come: the line is lost, or newer code has replaced it. */
export class LostCode extends Error {
  override readonly name = "LostCode";

  constructor(cause: unknown) {
    super(`The page's code did not come. ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}

/**
 * Loads the page anew, once, when its code is missing although the shop answers: the code was
 * replaced by a newer one since the visit began.
 */
export async function reloadReplacedCode(failure: unknown): Promise<void> {
  if (!(failure instanceof LostCode)) return;
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
