import { HOME } from "./paths.ts";

// Local paths: no `//` before the query, no backslash, space, control character or lone surrogate.
const MAX_PATH_LENGTH = 500;
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]|\p{Surrogate}/u;

/** Whether browsers resolve `path` inside this site, in every decoded form. */
export function isLocalPath(path: string): boolean {
  if (path.length > MAX_PATH_LENGTH) return false;
  let current = path;
  for (let round = 0; round < 5; round++) {
    if (!isPlainLocalPath(current)) return false;
    const decoded = decodeOnce(current);
    if (decoded === undefined) return false;
    if (decoded === current) return true;
    current = decoded;
  }
  return false;
}

function isPlainLocalPath(path: string): boolean {
  if (!path.startsWith("/") || FORBIDDEN.test(path)) return false;
  const pathname = path.split(/[?#]/, 1)[0] ?? "";
  if (pathname.includes("//")) return false;
  const origin = "http://papercub.invalid";
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin;
}

function decodeOnce(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Path prefixes that a sign-in must not return to: they are not pages, or would cause a loop. */
const NO_TARGETS = ["/login", "/auth", "/api", "/demo"];
const BASE = "http://papercub.invalid";
const MOST_ROUNDS = 5;

export type ReturnParams = { returnUrl?: string | undefined; redirect?: string | undefined };

/**
 * The normalized path to open after signing in: `returnUrl`, else `redirect`, else the home page.
 */
export function returnPathOf({ returnUrl, redirect }: ReturnParams): string {
  return safeReturnPath(returnUrl) ?? safeReturnPath(redirect) ?? HOME;
}

function safeReturnPath(wanted: string | undefined): string | undefined {
  if (wanted === undefined || !isLocalPath(wanted)) return undefined;
  const url = new URL(wanted, BASE);
  // `URL` resolves dot segments: "/account/../login" becomes "/login".
  const path = url.pathname + url.search + url.hash;
  const isPage = isLocalPath(path) && !leadsTo(NO_TARGETS, url.pathname);
  return isPage ? path : undefined;
}

/** Whether `path` is a local path that texts may link to. API calls such as `/api/logout` are not. */
export function isPagePath(path: string): boolean {
  return isLocalPath(path) && !leadsTo(["/api"], new URL(path, BASE).pathname);
}

/** Whether any decoded form of a path has one of the prefixes. Routers may decode it again. */
function leadsTo(bases: readonly string[], pathname: string): boolean {
  let current = pathname;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const path = new URL(current, BASE).pathname.toLowerCase();
    if (bases.some((base) => path === base || path.startsWith(`${base}/`))) return true;
    const decoded = decodeURIComponent(current);
    if (decoded === current) return false;
    current = decoded;
  }
  return true;
}
