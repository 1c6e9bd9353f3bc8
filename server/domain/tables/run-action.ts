import { randomUUID } from "node:crypto";
import { deskRefusals } from "../../contract/desk-refusals.ts";
import { refusals } from "../../contract/refusals.ts";
import type { Value } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { sha256Hex } from "../tokens.ts";
import type { TableActionDefinition } from "./actions.ts";
import type { TableDefinition } from "./define-table.ts";
import { type Call, findAnswer, keepAnswer, type KeptAnswer, type KeyedCall } from "./once.ts";
import { requireVersion, tagOf } from "./precondition.ts";
import { getTable } from "./registry.ts";
import { actionForm } from "./schema.ts";
import { readForm } from "./values.ts";
import { getRow } from "./write.ts";

export type ActionCall = Call & {
  table: string;
  id: number;
  action: string;
  values: Record<string, unknown>;
  /** The header: which version of the row the sender has seen. */
  ifMatch: string | undefined;
};

/**
 * Does an action of a table with one row and answers with the row as it is afterwards, and what the
 * action tells besides. Called again with
 * the same key it answers the same, and a call that is still at work is waited for; one that was refused
 * or cut short is done again. Throws AppError `not_found`, `invalid` (values; a key that is missing or
 * was used otherwise), `version_mismatch` with the current row, and what the action throws.
 */
export async function runAction(deps: Deps, call: ActionCall): Promise<KeptAnswer> {
  const table = getTable(call.table);
  const action = table.actions.find(({ name }) => name === call.action);
  if (!action) {
    throw new AppError("not_found", deskRefusals.unknownAction, { reason: "unknown_action" });
  }
  const { keyed } = call;
  if (!keyed && (action.movesMoney || action.sendsMail)) {
    throw new AppError("invalid", deskRefusals.keyMissing, { reason: "key_missing" });
  }
  const values = readForm(actionForm(action), call.values);
  const work = () => perform(deps, { ...call, table, action, values });
  if (!keyed) return work();
  return findAnswer(deps.db, keyed) ?? joinOrBegin(deps, keyed, work);
}

type Running = { request: string; answer: Promise<KeptAnswer> };

/** The keyed calls under way; a store is one process. */
const running = new WeakMap<Deps, Map<string, Running>>();

function joinOrBegin(
  deps: Deps,
  { scope, key, request }: KeyedCall,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const calls = running.get(deps) ?? new Map<string, Running>();
  running.set(deps, calls);
  const name = `${scope} ${key}`;
  const content = JSON.stringify(request);
  const known = calls.get(name);
  if (known && known.request !== content) {
    throw new AppError("invalid", refusals.keyReused, { reason: "key_reused" });
  }
  if (known) return known.answer;
  const answer = work().finally(() => calls.delete(name));
  calls.set(name, { request: content, answer });
  return answer;
}

type Performed = Omit<ActionCall, "table" | "action" | "values"> & {
  table: TableDefinition;
  action: TableActionDefinition;
  values: Record<string, Value>;
};

// Up to the first wait of the action nothing comes between the row that was looked at and what is done.
async function perform(deps: Deps, performed: Performed): Promise<KeptAnswer> {
  const { table, id, action, values, userId, keyed, ifMatch } = performed;
  const row = getRow(deps.db, table, id);
  requireVersion(deps.db, table, { row, ifMatch });
  const now = deps.clock.now();
  const author = { actor: `admin:${userId}`, now, set: { id: null } };
  const key = keyed ? sha256Hex(`${keyed.scope} ${keyed.key}`) : randomUUID();
  const facts = await action.run(deps, { row, values, author, key });
  const after = getRow(deps.db, table, id);
  const answer = { status: 200, body: { ...after, ...facts }, headers: { ETag: tagOf(after) } };
  deps.db.write((tx) => keepAnswer(tx, keyed, { answer, now }));
  return answer;
}
