import type { Transaction } from "../../../db/client.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { nextTurn } from "../../process/next-turn.ts";
import { type AdminAuthor, authorOf } from "../sign-in/administrators.ts";
import {
  type Call,
  findAnswer,
  forgetKey,
  type KeptAnswer,
  type KeyedCall,
  keepAnswer,
} from "./once.ts";

// Changes of very many rows: a few in each transaction, so that shoppers go first in between, and all
// of them one set, which can be undone together.

const ROWS_A_STEP = 50;

type Needs = Pick<Deps, "db" | "clock">;

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

const running = new Map<string, Promise<KeptAnswer>>();

/**
 * Like `writeOnce`, for work of many transactions. A repeated request waits for the running one.
 * Throws AppError `conflict`, reason `cut_short`, when an earlier attempt did not finish, for
 * example because the store was killed; the log of changes shows its progress. Throws without the
 * rights, even when the response is stored.
 */
export async function workOnce(
  needs: Needs,
  call: Call,
  work: (author: AdminAuthor) => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const { keyed, admin } = call;
  admin.requireRights();
  const author = authorOf(admin, needs.clock.now());
  if (!keyed) return work(author);
  const name = JSON.stringify(keyed);
  const known = running.get(name) ?? findAnswer(needs.db, keyed);
  if (known) return known;
  const answer = begin(needs, { keyed, author, work }).finally(() => running.delete(name));
  running.set(name, answer);
  return answer;
}

type Begun = {
  keyed: KeyedCall;
  author: AdminAuthor;
  work: (author: AdminAuthor) => Promise<KeptAnswer>;
};

async function begin({ db }: Needs, { keyed, author, work }: Begun): Promise<KeptAnswer> {
  const { now, set, write } = author;
  write((tx) => keepAnswer(tx, keyed, { answer: null, now }));
  try {
    const answer = await work(author);
    db.write((tx) => keepAnswer(tx, keyed, { answer, now }));
    return answer;
  } catch (error) {
    // A refusal that changed nothing may be sent again.
    if (set.id === null) db.write((tx) => forgetKey(tx, keyed));
    throw error;
  }
}
