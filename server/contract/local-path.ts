// A path that browsers resolve inside this site, however it is encoded. It starts with a slash and contains
// no double slash before the query. It contains no backslash, space, control character or lone surrogate. No
// dot segment resolves to "//host".
const MAX_PATH_LENGTH = 500;
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]|\p{Surrogate}/u;

/**
 * Whether `path` stays on this site, so that it is safe as a redirect target. Encoded forms are decoded
 * repeatedly and checked each time.
 */
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
