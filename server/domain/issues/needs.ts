import { NEED_KINDS, type Needs } from "../../contract/admin-answers.ts";
import type { Deps } from "../../deps.ts";
import { ROWS } from "./kinds.ts";
import { findRows } from "./rows.ts";

/** Lists everything that needs the owner's attention, most urgent kind first. Omits empty kinds. */
export function listNeeds(deps: Pick<Deps, "db" | "clock">): Needs {
  const groups = NEED_KINDS.map((kind) => ({
    kind,
    ...findRows(deps, ROWS[kind].find),
  })).filter(({ count }) => count > 0);
  return { total: groups.reduce((sum, { count }) => sum + count, 0), groups };
}
