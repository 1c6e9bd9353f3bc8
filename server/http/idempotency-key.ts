import type { Context } from "hono";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";

const QUOTED = /^"(.*)"$/;
/** Visible ASCII, which has no space. */
const USABLE = /^[\x21-\x7e]{1,255}$/;

/**
 * The request's `Idempotency-Key` without its quotes, undefined when it has none. Throws AppError
 * `malformed`, reason `key_invalid`, for one that is not 1 to 255 visible ASCII characters: ignored, it
 * would let a retry happen twice.
 */
export function findIdempotencyKey(c: Context): string | undefined {
  const sent = c.req.header("Idempotency-Key");
  if (sent === undefined) return undefined;
  const key = sent.replace(QUOTED, "$1");
  if (USABLE.test(key)) return key;
  throw new AppError("malformed", refusals.keyInvalid, { reason: "key_invalid" });
}
