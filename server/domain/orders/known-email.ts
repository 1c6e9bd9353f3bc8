import type { Deps } from "../../deps.ts";
import type { Viewer } from "../files/grants.ts";
import type { findOwnedItems } from "./never-twice.ts";

/** As long as an address can be corrected, it may be taken for another order's. */
const SAME_VISIT_MS = 24 * 3_600_000;

/**
 * The address that a checkout begins with: the signed-in buyer's, or the one that this browser has
 * given for what it owns of the same offer already. The provider then asks for none: a second slip
 * would part a pack from its extras. Null for anybody else.
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
