import { createHmac, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH } from "../../contract/login.ts";
import type { Deps } from "../../deps.ts";
import { isSigned, sign } from "../tokens.ts";

// Neither a code nor a key is stored: both follow from a random text in the code's row and the
// shop's secret (decision: code-nowhere).
type Needs = Pick<Deps, "secret">;

const KEY_PURPOSE = "sign-in-key";
/** 256 bits in base64url. */
const KEY_LENGTH = 43;

/** The six digits that belong to a stored text. */
export function codeOf({ secret }: Needs, seed: string): string {
  const digest = createHmac("sha256", secret).update(`one-time-code\n${seed}`).digest();
  // 2^48 values over 10^6 codes: the first codes are likelier by one part in 280 million.
  const number = digest.readUIntBE(0, 6) % 10 ** CODE_LENGTH;
  return String(number).padStart(CODE_LENGTH, "0");
}

/** Says whether a guess is the code of a stored text, in the same time for every wrong one. */
export function isCode(needs: Needs, seed: string, guess: string): boolean {
  const [expected, given] = [Buffer.from(codeOf(needs, seed)), Buffer.from(guess)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The key that belongs to a stored text: what a link carries, too long to be guessed at. */
export function keyOf({ secret }: Needs, seed: string): string {
  return sign(secret, KEY_PURPOSE, seed);
}

/** Says whether a text is as long as keys are, which no code is. */
export function looksLikeKey(text: string): boolean {
  return text.length === KEY_LENGTH;
}

/** Says whether a text is the key of a stored text. */
export function isKey({ secret }: Needs, seed: string, given: string): boolean {
  return isSigned(secret, KEY_PURPOSE, seed, given);
}
