import type { TableRow, Value } from "../../../server/contract/tables.ts";

export type Values = Record<string, Value>;

/** Field changed to different values by two users. */
export type Conflict = { name: string; before: Value; theirs: Value; mine: Value };

type MergeInput = {
  /** The previous values of the changed fields. */
  base: Values;
  current: TableRow;
  mine: Values;
};

/** Returns the fields that both users changed to different values, for the user to decide. */
export function findConflicts({ base, current, mine }: MergeInput): Conflict[] {
  return Object.entries(mine).flatMap(([name, value]) => {
    const before = base[name] ?? null;
    const theirs = current[name] ?? null;
    if (isSame(before, theirs) || isSame(theirs, value)) return [];
    return [{ name, before, theirs, mine: value }];
  });
}

/** Choices by field; "mine" by default. */
export type Choices = Readonly<Record<string, "mine" | "theirs" | "other">>;

/** Returns the values to write: those that differ from the current row and are not "theirs". */
export function mergedChanges({ current, mine }: MergeInput, choices: Choices = {}): Values {
  const changed = Object.entries(mine).filter(
    ([name, value]) => choices[name] !== "theirs" && !isSame(current[name], value),
  );
  return Object.fromEntries(changed);
}

export function pick(row: Values, names: Iterable<string>): Values {
  return Object.fromEntries(Array.from(names, (name) => [name, row[name] ?? null]));
}

/** Reports whether two values are equal; undefined equals null. */
export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return (one ?? null) === (other ?? null);
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
