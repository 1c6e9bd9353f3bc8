import type { Deps } from "../../deps.ts";
import { isSigned, sign } from "../tokens.ts";

const KEY_PURPOSE = "sign-in-key";
/** 256 bits in base64url. */
const KEY_LENGTH = 43;

type Secret = Pick<Deps, "secret">;

/** The key that belongs to a stored text: what a link carries, too long to be guessed at. */
export function keyOf({ secret }: Secret, seed: string): string {
  return sign(secret, KEY_PURPOSE, seed);
}

/** Says whether a text is as long as keys are, which no code is. */
export function looksLikeKey(text: string): boolean {
  return text.length === KEY_LENGTH;
}

/** Says whether a text is the key of a stored text. */
export function isKey({ secret }: Secret, seed: string, given: string): boolean {
  return isSigned(secret, KEY_PURPOSE, seed, given);
}
