import type { Deps } from "../../deps.ts";
import type { Viewer } from "../files/grants.ts";
import type { findOwnedItems } from "./never-twice.ts";

/** While an email can be corrected, other orders begin with it (decision: same-visit-email). */
const SAME_VISIT_MS = 24 * 3_600_000;

/**
 * The email that a checkout begins with: the signed-in buyer's, or the one that this browser has
 * given for what it owns of the same offer already. The provider then asks for none: a second typing
 * error would separate a pack from its extras. Null where neither is known.
 */
export function knownEmail(
  { clock }: Pick<Deps, "clock">,
  owned: ReturnType<typeof findOwnedItems>,
  { user, browserHash }: Viewer,
): string | null {
  if (user) return user.email;
  const since = clock.now().getTime() - SAME_VISIT_MS;
  const own = owned.filter((item) => browserHash !== null && item.browserHash === browserHash);
  return own.findLast(({ orderedAt }) => orderedAt.getTime() > since)?.email ?? null;
}
