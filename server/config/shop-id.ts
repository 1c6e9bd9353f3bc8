import { createHmac } from "node:crypto";

const LENGTH = 16;

/**
 * Identifies this shop's sessions among those of other shops on the same provider account, even
 * after the database is lost.
 */
export function shopIdOf({ secret }: { secret: string }): string {
  return createHmac("sha256", secret).update("shop\n").digest("base64url").slice(0, LENGTH);
}
