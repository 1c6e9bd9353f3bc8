import type { TableRow, Value } from "../../../../server/contract/tables.ts";
import { adminWords } from "../../../content/admin.ts";
import type { ChangedMeanwhile, Values } from "../calls.ts";
import { actorText } from "../history/differences.ts";
import { isSame } from "./row-values.ts";

/** A field that two people have given different values. */
export type Conflict = { name: string; before: Value; theirs: Value; mine: Value };

type Merging = {
  /** The row that was edited, as it was then. */
  base: TableRow;
  /** The row as it stands now. */
  current: TableRow;
  /** What is to be changed of it. */
  mine: Values;
};

/** The fields that both sides have changed, each to another value: these need a person's choice. */
export function findConflicts({ base, current, mine }: Merging): Conflict[] {
  return Object.entries(mine).flatMap(([name, value]) => {
    const before = base[name] ?? null;
    const theirs = current[name] ?? null;
    if (isSame(before, theirs) || isSame(theirs, value)) return [];
    return [{ name, before, theirs, mine: value }];
  });
}

/** Which side a person has chosen, by the field's name; mine where no choice was made. */
export type Choices = Readonly<Record<string, "mine" | "theirs">>;

/** What is still to be changed of the row as it stands now. */
export function mergedChanges({ current, mine }: Merging, choices: Choices): Values {
  const kept = Object.entries(mine).filter(
    ([name, value]) => choices[name] !== "theirs" && !isSame(current[name], value),
  );
  return Object.fromEntries(kept);
}

/** Who has changed the row, and when; empty where that is not known. */
export function lastChangeText(
  { changedBy, changedAt }: ChangedMeanwhile["last"],
  userId: number,
): string {
  if (changedBy === undefined || changedAt === undefined) return "";
  const at = new Date(changedAt).toLocaleString();
  return adminWords.conflict.last(actorText(changedBy, userId), at);
}
