import { isLocalPath } from "./local-path.ts";

/** Pages that redirect, calls, and the stand-ins: signing in never leads there. */
const NO_TARGETS = ["/login", "/auth", "/api", "/demo"];
const HOME = "/";
const BASE = "http://papercub.invalid";
const MOST_ROUNDS = 5;

export type ReturnParams = { returnUrl?: string | undefined; redirect?: string | undefined };

/**
 * Where a visitor goes after signing in: what `returnUrl`, else `redirect`, asks for when it is a page
 * of this site, else the home page. The answer is a path in its simplest form and never leaves the site.
 */
export function returnPathOf({ returnUrl, redirect }: ReturnParams): string {
  return safeReturnPath(returnUrl) ?? safeReturnPath(redirect) ?? HOME;
}

/** The URL of the sign-in page that leads to `target` afterwards. */
export function loginPathTo(target: string): string {
  return target === HOME ? "/login" : `/login?returnUrl=${encodeURIComponent(target)}`;
}

function safeReturnPath(wanted: string | undefined): string | undefined {
  if (wanted === undefined || !isLocalPath(wanted)) return undefined;
  const url = new URL(wanted, BASE);
  // Without its dot segments: "/account/../login" is the sign-in page again.
  const path = url.pathname + url.search + url.hash;
  const isPage = isLocalPath(path) && !leadsInCircles(url.pathname);
  return isPage ? path : undefined;
}

/** Judges the path as any router may read it: decoded, however often it was encoded. */
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
