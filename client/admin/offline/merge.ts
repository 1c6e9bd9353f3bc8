import type { TableRow, Value } from "../../../server/contract/tables.ts";

/** Column values by name. */
export type Values = Record<string, Value>;

/** A field that two people have given different values. */
export type Conflict = { name: string; before: Value; theirs: Value; mine: Value };

export type Merging = {
  /** What the changed fields held when they were edited. */
  base: Values;
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

/** What a person has chosen, by the field's name: mine where no choice was made, or another value. */
export type Choices = Readonly<Record<string, "mine" | "theirs" | "other">>;

/** What is still to be changed of the row as it stands now. */
export function mergedChanges({ current, mine }: Merging, choices: Choices = {}): Values {
  const kept = Object.entries(mine).filter(
    ([name, value]) => choices[name] !== "theirs" && !isSame(current[name], value),
  );
  return Object.fromEntries(kept);
}

/** The values that a row has in the columns that are named. */
export function pick(row: Values, names: Iterable<string>): Values {
  return Object.fromEntries(Array.from(names, (name) => [name, row[name] ?? null]));
}

/** Whether two values of the wire are the same; nothing is null. */
export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return (one ?? null) === (other ?? null);
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
