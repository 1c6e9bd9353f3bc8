import type { Deps } from "../../deps.ts";
import { isSigned, sign } from "../tokens.ts";

const KEY_PURPOSE = "sign-in-key";
/** 256 bits in base64url. */
const KEY_LENGTH = 43;

type Secret = Pick<Deps, "secret">;

/** Key of a stored seed, as a link contains it. Too long to guess. */
export function keyOf({ secret }: Secret, seed: string): string {
  return sign(secret, KEY_PURPOSE, seed);
}

/** Whether a text has the length of a key; codes are shorter. */
export function looksLikeKey(text: string): boolean {
  return text.length === KEY_LENGTH;
}

/** Whether a text is the key of a stored seed. */
export function isKey({ secret }: Secret, seed: string, given: string): boolean {
  return isSigned(secret, KEY_PURPOSE, seed, given);
}
