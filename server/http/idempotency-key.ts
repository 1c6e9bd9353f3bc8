import type { Context } from "hono";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";

const QUOTED = /^"(.*)"$/;
const USABLE = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns the `Idempotency-Key` header without quotes, or undefined. Throws AppError `malformed`, reason
 * `key_invalid`, unless it is 1 to 255 visible ASCII characters. Ignoring an invalid key would run retries
 * twice.
 */
export function findIdempotencyKey(c: Context): string | undefined {
  const sent = c.req.header("Idempotency-Key");
  if (sent === undefined) return undefined;
  const key = sent.replace(QUOTED, "$1");
  if (USABLE.test(key)) return key;
  throw new AppError("malformed", refusals.keyInvalid, { reason: "key_invalid" });
}
