import type { Transaction } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";
import { nextTurn } from "../../process/next-turn.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";

const BATCH_SIZE = 50;

class DryRun extends Error {}

/**
 * Applies `each` to all items, in one transaction per batch of 50, so that shoppers' requests run in
 * between. A dry run stores nothing and throws the same errors. An error after the first batch contains
 * the `changeSet` of the stored batches.
 */
export async function inBatches<Item>(
  { write, set }: Pick<AdminAuthor, "write" | "set">,
  items: readonly Item[],
  each: (tx: Transaction, item: Item) => void,
  { isDryRun = false, batchSize = BATCH_SIZE } = {},
): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    const { id } = set;
    try {
      write((tx) => {
        for (const item of items.slice(start, start + batchSize)) each(tx, item);
        if (isDryRun) throw new DryRun();
      });
    } catch (error) {
      // The first change of this batch, which named the set, is not stored.
      set.id = id;
      if (!(error instanceof DryRun)) throw withChangeSet(error, id);
    }
    await nextTurn();
  }
}

function withChangeSet(error: unknown, changeSet: number | null): unknown {
  if (changeSet === null || !(error instanceof AppError)) return error;
  const { code, message, reason, errors, more } = error;
  return new AppError(code, message, {
    reason,
    ...(errors && { errors }),
    more: { ...more, changeSet },
  });
}
