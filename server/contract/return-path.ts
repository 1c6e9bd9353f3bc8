import { isLocalPath } from "./local-path.ts";

/** Redirects, calls and demo pages, which are no targets after signing in. */
const NO_TARGETS = ["/login", "/auth", "/api", "/demo"];
const HOME = "/";
const BASE = "http://papercub.invalid";
const MOST_ROUNDS = 5;

export type ReturnParams = { returnUrl?: string | undefined; redirect?: string | undefined };

/**
 * Returns the path to open after signing in: `returnUrl`, else `redirect`, else the home page. Other sites
 * are ignored. The path is normalized.
 */
export function returnPathOf({ returnUrl, redirect }: ReturnParams): string {
  return safeReturnPath(returnUrl) ?? safeReturnPath(redirect) ?? HOME;
}

/** URL of the sign-in page that returns to `target`. */
export function loginPathTo(target: string): string {
  return target === HOME ? "/login" : `/login?returnUrl=${encodeURIComponent(target)}`;
}

function safeReturnPath(wanted: string | undefined): string | undefined {
  if (wanted === undefined || !isLocalPath(wanted)) return undefined;
  const url = new URL(wanted, BASE);
  // Dot segments are resolved: "/account/../login" is the sign-in page.
  const path = url.pathname + url.search + url.hash;
  const isPage = isLocalPath(path) && !leadsInCircles(url.pathname);
  return isPage ? path : undefined;
}

/** Checks the path in every decoded form, because routers may decode it again. */
function leadsInCircles(pathname: string): boolean {
  let current = pathname;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const path = new URL(current, BASE).pathname.toLowerCase();
    if (NO_TARGETS.some((base) => path === base || path.startsWith(`${base}/`))) return true;
    const decoded = decodeURIComponent(current);
    if (decoded === current) return false;
    current = decoded;
  }
  return true;
}
