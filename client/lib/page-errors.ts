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
