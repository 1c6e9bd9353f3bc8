import type { Reader, Transaction } from "../../../db/client.ts";
import type { OrderImports, PastImport } from "../../contract/order-import.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { queueMail } from "../mails/queue-mail.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { inBatches } from "../tables/bulk.ts";
import { JOB_BATCHES, latestJob, requireRunning, startJob } from "./jobs.ts";

/** Time between two of these mails, so that a mail server does not take them for spam. */
const MAIL_EVERY_MS = 2000;
const MOST_IMPORTS = 20;

const texts = {
  countMismatch: (count: number) =>
    `${count} buyers can be mailed now. Check the number again before you continue.`,
};

/** Addresses with access by an imported order that were never mailed about it and take mails. */
const UNTOLD = `
  SELECT DISTINCT email FROM orders INDEXED BY orders_imported
  WHERE source <> 'own' AND email IS NOT NULL AND account_deleted_at IS NULL
    AND EXISTS (SELECT 1 FROM order_items WHERE order_id = orders.id AND revoked_at IS NULL
      AND (access_until IS NULL OR access_until > @now))
    AND NOT EXISTS (SELECT 1 FROM emails WHERE unique_key = 'moved-shop:' || orders.email)
    AND NOT EXISTS (SELECT 1 FROM mail_preferences
      WHERE mail_preferences.email = orders.email AND topic = 'news' AND wanted = 0)
    AND email NOT IN (SELECT recipient FROM emails INDEXED BY emails_dead
      WHERE status = 'dead' AND expires_at IS NULL)`;

/** Lists the buyers that `startMailing` would mail. Runs in a worker. */
export function listUntold({ sqlite }: Reader, now: number): string[] {
  return sqlite.prepare<unknown[], string>(UNTOLD).pluck().all({ now });
}

/** Lists earlier imports, the newest first, and counts their orders and buyers. Runs in a worker. */
export function readImports(db: Reader, now: number): Omit<OrderImports, "work"> {
  const { sqlite } = db;
  const imports = sqlite
    .prepare<[], Omit<PastImport, "at"> & { at: number }>(
      `SELECT coalesce(changes.set_id, changes.id) AS changeSet, source, at, orders
       FROM (SELECT min(id) AS first, source, created_at AS at, count(*) AS orders FROM orders
         WHERE source <> 'own' GROUP BY created_at, source)
       CROSS JOIN changes INDEXED BY changes_row
         ON table_name = 'orders' AND row_id = first AND action = 'insert'
       ORDER BY at DESC LIMIT ${MOST_IMPORTS}`,
    )
    .all();
  const orders = sqlite.prepare("SELECT count(*) FROM orders WHERE source <> 'own'").pluck().get();
  return {
    imports: imports.map(({ at, ...each }) => ({ ...each, at: new Date(at).toISOString() })),
    orders: Number(orders),
    untold: listUntold(db, now).length,
  };
}

/** Returns the state of imported orders; only the job while one runs, because that is polled. */
export async function getImports(
  deps: Pick<Deps, "db" | "reads" | "clock">,
): Promise<OrderImports> {
  const job = latestJob(deps);
  if (job?.isRunning) return { work: job, imports: [], orders: 0, untold: 0 };
  const now = deps.clock.now().getTime();
  return { work: job, ...(await deps.reads.run("orderImports", now)) };
}

type MailingDeps = Pick<Deps, "db" | "reads" | "clock" | "log" | "stopping">;

/**
 * Starts to queue a mail to each buyer who has not had it yet. Throws AppError `conflict` if there are
 * not `expected` of them, or while another job runs.
 */
export async function startMailing(
  deps: MailingDeps,
  expected: number,
  author: AdminAuthor,
): Promise<void> {
  const buyers = await deps.reads.run("untoldBuyers", author.now.getTime());
  if (buyers.length !== expected) {
    throw conflict(texts.countMismatch(buyers.length), "count_mismatch");
  }
  startJob(deps, "tell", async (job) => {
    job.total = buyers.length;
    const queue = (tx: Transaction, email: string) => {
      requireRunning(deps);
      const isQueued = queueMail(tx, {
        uniqueKey: `moved-shop:${email}`,
        kind: "moved_shop",
        recipient: email,
        about: {},
        dueAt: new Date(author.now.getTime() + job.done * MAIL_EVERY_MS),
        author: { actor: author.actor, now: author.now },
      });
      job.done++;
      if (isQueued) job.added++;
    };
    await inBatches(author, buyers, queue, JOB_BATCHES);
  });
}
