import { adminMessages } from "../../../server/contract/admin-messages.ts";
import type { BulkRequest } from "../../../server/contract/tables.ts";
import { ApiError } from "../../lib/answer.ts";
import type { Values } from "../offline/merge.ts";
import { adminCalls, type ImportedFile } from "./calls.ts";
import { type WriteOptions, type Written } from "./send.ts";

/** What is done at once or not at all: it moves money, sends mail, or means many rows as they are now. */
export type DirectWrite =
  | {
      kind: "action";
      table: string;
      id: number;
      version?: number;
      action: string;
      values: Values;
      /** Of a call that has to happen once, whatever its values become meanwhile. */
      key?: string;
    }
  | { kind: "bulk"; table: string; request: BulkRequest }
  /** `digest` is the file's hash: the same request with other content is another write. */
  | ({ kind: "import"; table: string; digest: string } & ImportedFile)
  | { kind: "undo"; changeSet: number };

/**
 * Sends a write to the server; sent again with the same key, it happens once. Rejects with an ApiError,
 * also where no table is named.
 */
export async function sendWrite(
  write: DirectWrite,
  options: WriteOptions,
): Promise<Written<unknown>> {
  if ("table" in write && write.table === "") throw new ApiError(adminMessages.noTable);
  switch (write.kind) {
    case "action": {
      const { table, id, action, version, values, key = options.key } = write;
      const sent = { json: values, ...options, ...(key !== undefined && { key }) };
      const checked = version === undefined ? sent : { ...sent, version };
      return adminCalls.runAction({ table, id, action }, checked);
    }
    case "bulk":
      return adminCalls.changeMany(write.table, write.request, options);
    case "import":
      return adminCalls.importRows(write.table, { ...write, dryRun: false, ...options });
    case "undo":
      return adminCalls.undo(write.changeSet, options);
  }
}
