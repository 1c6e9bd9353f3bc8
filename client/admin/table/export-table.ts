import { adminMessages } from "../../../server/contract/admin-messages.ts";
import { ApiError, readAnswer } from "../../lib/answer.ts";
import { adminCalls, type ListSearch } from "../data/api.ts";
import { saveFile } from "../app/save-file.ts";

/** Saves a table as {table}.csv on the device; rejects with an ApiError that says why not. */
export async function exportTable(table: string, search: ListSearch): Promise<void> {
  const failed = adminMessages.exportFailed(table);
  const answer = await fetch(adminCalls.exportUrl(table, search)).catch(() => {
    throw new ApiError(failed);
  });
  if (!answer.ok) {
    const texts = { network: failed, notJson: failed, failed };
    await readAnswer(Promise.resolve(answer), texts);
  }
  saveFile(await answer.blob(), `${table}.csv`);
}
