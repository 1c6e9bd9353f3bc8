import { createHmac } from "node:crypto";

const LENGTH = 16;

/**
 * Returns the id that distinguishes this shop's sessions from those of other shops on the same
 * provider account. It derives from the secret, so it persists if the database is lost.
 */
export function shopIdOf({ secret }: { secret: string }): string {
  return createHmac("sha256", secret).update("shop\n").digest("base64url").slice(0, LENGTH);
}
