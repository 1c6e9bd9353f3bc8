import { createHmac } from "node:crypto";

const LENGTH = 16;

/**
 * Identifies this shop's checkout sessions among those of other shops on the same provider account.
 * Derived from the secret, so it is the same after the database is lost, and reveals nothing.
 */
export function shopIdOf({ secret }: { secret: string }): string {
  return createHmac("sha256", secret).update("shop\n").digest("base64url").slice(0, LENGTH);
}
