import type { Context } from "hono";

const FIRST_TAG = /^\s*([a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4})\s*(?:[,;]|$)/i;

/** Returns the browser's first language, a BCP 47 tag such as "de-AT"; null without one. */
export function languageOf(c: Context): string | null {
  return FIRST_TAG.exec(c.req.header("Accept-Language") ?? "")?.[1] ?? null;
}
