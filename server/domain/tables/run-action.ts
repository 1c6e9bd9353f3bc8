import { randomUUID } from "node:crypto";
import { deskRefusals } from "../../contract/desk-refusals.ts";
import type { Value } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { authorOf } from "../sign-in/administrators.ts";
import { sha256Hex } from "../tokens.ts";
import type { TableActionDefinition } from "./actions.ts";
import type { TableDefinition } from "./define-table.ts";
import {
  type Call,
  findAnswer,
  forgetKey,
  keepAnswer,
  type KeptAnswer,
  type KeyedCall,
} from "./once.ts";
import { requireVersion, tagOf } from "./precondition.ts";
import { getTable } from "./registry.ts";
import { actionForm } from "./schema.ts";
import { readForm } from "./wire-values.ts";
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
 * Runs an action on one row. Responds with the resulting row and the action's own facts. A retry
 * with the same key waits for a running call and gets the same response. A refusal releases the
 * key; after a failure the key only accepts the same request. Throws AppError `not_found`,
 * `invalid` (values; a missing or reused key), `version_mismatch` with the current row, and the
 * action's errors. Checks the rights even when the response is stored.
 */
export async function runAction(deps: Deps, call: ActionCall): Promise<KeptAnswer> {
  const table = getTable(call.table);
  const action = table.actions.find(({ name }) => name === call.action);
  if (!action) {
    throw new AppError("not_found", deskRefusals.unknownAction, { reason: "unknown_action" });
  }
  const { keyed, admin } = call;
  admin.requireRights();
  if (!keyed && (action.movesMoney || action.sendsMail)) {
    throw new AppError("invalid", deskRefusals.keyMissing, { reason: "key_missing" });
  }
  const values = readForm(actionForm(action), call.values);
  const work = () => perform(deps, { ...call, table, action, values });
  if (!keyed) return work();
  return findAnswer(deps.db, keyed, { mayResume: true }) ?? joinOrBegin(deps, keyed, work);
}

/** The keyed calls under way; a store is one process. */
const running = new WeakMap<Deps, Map<string, Promise<KeptAnswer>>>();

function joinOrBegin(
  deps: Deps,
  { scope, key }: KeyedCall,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const calls = running.get(deps) ?? new Map<string, Promise<KeptAnswer>>();
  running.set(deps, calls);
  const name = `${scope} ${key}`;
  const known = calls.get(name);
  if (known) return known;
  const answer = work().finally(() => calls.delete(name));
  calls.set(name, answer);
  return answer;
}

type Performed = Omit<ActionCall, "table" | "action" | "values"> & {
  table: TableDefinition;
  action: TableActionDefinition;
  values: Record<string, Value>;
};

// Up to the first wait of the action nothing comes between the row that was looked at and what is done.
async function perform(deps: Deps, performed: Performed): Promise<KeptAnswer> {
  const { table, id, action, values, admin, keyed, ifMatch } = performed;
  const row = getRow(deps.db, table, id);
  requireVersion(deps.db, table, { row, ifMatch });
  const now = deps.clock.now();
  const author = authorOf(admin, now);
  const key = keyed ? sha256Hex(`${keyed.scope} ${keyed.key}`) : randomUUID();
  // The key stays claimed from here on, even if the process ends or no response arrives (decision:
  // key-claimed).
  if (keyed) author.write((tx) => keepAnswer(tx, keyed, { answer: null, now }));
  try {
    const facts = await action.run(deps, { row, values, author, key });
    const after = getRow(deps.db, table, id);
    const answer = { status: 200, body: { ...after, ...facts }, headers: { ETag: tagOf(after) } };
    deps.db.write((tx) => keepAnswer(tx, keyed, { answer, now }));
    return answer;
  } catch (error) {
    if (keyed && isRefusal(error)) deps.db.write((tx) => forgetKey(tx, keyed));
    throw error;
  }
}

/** Whether the action had no effect. A failed provider call may have had one. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code !== "payment_provider";
}
