import type { Transaction } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";
import { nextTurn } from "../../process/next-turn.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";

// Changes of many rows run in small transactions, so that shoppers' requests run in between. They are
// one change set, which can be undone together.

const ROWS_A_STEP = 50;

/**
 * Applies `each` to all items in batches of one transaction each; other requests run in between. An
 * error after the first batch contains the `changeSet` of the finished batches.
 */
export async function inSteps<Item>(
  { write, set }: Pick<AdminAuthor, "write" | "set">,
  items: readonly Item[],
  each: (tx: Transaction, item: Item) => void,
): Promise<void> {
  for (let done = 0; done < items.length; done += ROWS_A_STEP) {
    const some = items.slice(done, done + ROWS_A_STEP);
    const { id } = set;
    try {
      write((tx) => {
        for (const item of some) each(tx, item);
      });
    } catch (error) {
      // What this transaction named first is not stored.
      set.id = id;
      throw id !== null && error instanceof AppError ? naming(error, id) : error;
    }
    await nextTurn();
  }
}

function naming({ code, message, ...details }: AppError, changeSet: number): AppError {
  const { reason, errors, more } = details;
  return new AppError(code, message, {
    reason,
    ...(errors && { errors }),
    more: { ...more, changeSet },
  });
}

/** The same, but nothing is stored: what `each` throws shows what would be refused. */
export async function tryInSteps<Item>(
  author: Pick<AdminAuthor, "write">,
  items: readonly Item[],
  each: (tx: Transaction, item: Item) => void,
): Promise<void> {
  for (let done = 0; done < items.length; done += ROWS_A_STEP) {
    const some = items.slice(done, done + ROWS_A_STEP);
    tryOut(author, (tx) => {
      for (const item of some) each(tx, item);
    });
    await nextTurn();
  }
}

class TakenBack extends Error {}

function tryOut({ write }: Pick<AdminAuthor, "write">, work: (tx: Transaction) => void): void {
  try {
    write((tx) => {
      work(tx);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}
