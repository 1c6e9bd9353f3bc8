import type { Deps } from "../../deps.ts";
import { sign } from "../tokens.ts";

const LENGTH = 16;

/**
 * Tells this shop's checkout sessions from those of others on the same account at the provider. It
 * follows from the secret, so it survives a lost database and says nothing about the secret itself.
 */
export function shopIdOf({ secret }: Pick<Deps, "secret">): string {
  return sign(secret, "shop", "").slice(0, LENGTH);
}
