import type { Context } from "hono";

/** The form of a request; undefined for a body that is none, or for none at all. */
export function findForm(c: Context): Promise<FormData | undefined> {
  return c.req.formData().catch(() => undefined);
}
