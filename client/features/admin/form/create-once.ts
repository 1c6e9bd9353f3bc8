import type { TableRow } from "../../../../server/contract/tables.ts";
import type { Values } from "../../../local/merge.ts";
import { isAnswerLost } from "../write-keys.ts";
import { isSame } from "../../../local/merge.ts";

type Calls = {
  /** Sent again with the same values, it happens once. */
  create: (values: Values) => Promise<TableRow>;
  update: (row: TableRow, values: Values) => Promise<TableRow>;
};

/**
 * Adds the one row of a form, however often it is saved. Where the answer of a try was lost, that try is
 * sent again first: what it has made is then changed to the newer values, and no second row is added.
 */
export function createOnce() {
  let lost: Values | undefined;
  let made: { row: TableRow; values: Values } | undefined;

  async function attempt(values: Values, { create }: Calls): Promise<void> {
    try {
      made = { row: await create(values), values };
      lost = undefined;
    } catch (error) {
      lost = isAnswerLost(error) ? values : undefined;
      throw error;
    }
  }

  /** Settles a try whose answer was lost; that it was refused is no news for newer values. */
  async function settle(before: Values, calls: Calls): Promise<void> {
    try {
      await attempt(before, calls);
    } catch (error) {
      if (isAnswerLost(error)) throw error;
    }
  }

  return async (values: Values, calls: Calls): Promise<void> => {
    if (!made && lost && !isSameRow(lost, values)) await settle(lost, calls);
    if (!made) return attempt(values, calls);
    const changed = changedValues(made.values, values);
    if (Object.keys(changed).length > 0) {
      made = { row: await calls.update(made.row, changed), values };
    }
  };
}

function isSameRow(one: Values, other: Values): boolean {
  return Object.keys(changedValues(one, other)).length === 0;
}

/** What is to be written so that a row of the first values has the second; null for what is left out. */
function changedValues(before: Values, after: Values): Values {
  const names = Object.keys({ ...before, ...after });
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}
