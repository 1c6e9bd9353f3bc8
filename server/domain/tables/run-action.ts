import { randomUUID } from "node:crypto";
import { tableRefusals } from "./refusals.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { ActCall, StoredResponse } from "../upkeep/idempotency.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { getTable } from "./registry.ts";
import { actionForm } from "./table-action.ts";
import { readForm } from "./wire-values.ts";
import { getRow, requireVersion, tagOf } from "./write.ts";

type ActionRequest = {
  table: string;
  id: number;
  action: string;
  values: Record<string, unknown>;
  ifMatch: string | undefined;
};

export async function runAction(
  deps: Deps,
  { table: tableName, id, action: actionName, values: sent, ifMatch }: ActionRequest,
  { author, key, isRetry, claim }: ActCall & { author: AdminAuthor },
): Promise<StoredResponse> {
  const table = getTable(tableName);
  const action = table.actions.find((each) => [each.name, each.formerName].includes(actionName));
  if (!action) {
    throw new AppError("not_found", tableRefusals.unknownAction, { reason: "unknown_action" });
  }
  if (key === undefined && (action.movesMoney || action.sendsMail)) {
    throw new AppError("invalid", tableRefusals.keyMissing, { reason: "key_missing" });
  }
  if (action.movesMoney || action.needsPasskeyCheck) author.requirePasskey();
  const values = readForm(actionForm(action), sent);
  // Synchronous up to the action's first await, so the row cannot change after the version check.
  const row = getRow(deps.db, table, id);
  // The first call may have changed the row. A refund is found by its key.
  if (!isRetry || !action.movesMoney) requireVersion(deps.db, table, { row, ifMatch });
  claim();
  const facts = await action.run(deps, { row, values, author, key: key ?? randomUUID() });
  const after = getRow(deps.db, table, id);
  return { status: 200, body: { ...after, ...facts }, headers: { ETag: tagOf(after) } };
}
