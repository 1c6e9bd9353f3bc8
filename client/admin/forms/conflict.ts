import { adminWords } from "../../content/admin.ts";
import type { ChangedMeanwhile } from "../data/request.ts";
import { actorText } from "../table/history/differences.ts";

/** Who has changed the row, and when; empty where that is not known. */
export function lastChangeText(
  { changedBy, changedAt }: ChangedMeanwhile["last"],
  userId: number,
): string {
  if (changedBy === undefined || changedAt === undefined) return "";
  const at = new Date(changedAt).toLocaleString();
  return adminWords.conflict.last(actorText(changedBy, userId), at);
}
