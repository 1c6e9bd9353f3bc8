import { and, asc, eq, gt, isNotNull, lt } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { mailPreferences } from "../../../db/buyer-schema.ts";
import { files, fileVersions, orderItems, orders } from "../../../db/schema.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { nextTurn } from "../../process/promises.ts";
import { queueMail } from "../mails/queue-mail.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { HAS_ACCOUNT, whereAccessible } from "../viewer.ts";

const MAIL_VALID_MS = 7 * DAY_MS;
const wantsNews = and(
  eq(mailPreferences.email, orders.email),
  eq(mailPreferences.topic, "news"),
  eq(mailPreferences.wanted, true),
);
/** Buyers per transaction. Kept small, because other requests wait for the transaction. */
const BUYERS_A_STEP = 50;

type News = { productId: number; fileId: number; author: AdminAuthor };
type Version = { id: number; createdAt: Date };

/**
 * Queues a mail to each buyer with access who wants news and bought before the file's current
 * version. Idempotent.
 */
export async function queueNewVersion({ db }: Pick<Deps, "db">, news: News): Promise<number> {
  const version = findVersion(db, news.fileId);
  if (!version) throw new AppError("conflict", "There is no PDF to announce.");
  let notified = 0;
  let from: number | undefined = 0;
  while (from !== undefined) {
    const step = queueSome(news, { version, from });
    notified += step.notified;
    from = step.next;
    await nextTurn();
  }
  return notified;
}

function queueSome(
  { productId, fileId, author }: News,
  { version, from }: { version: Version; from: number },
): { notified: number; next: number | undefined } {
  return author.write((tx) => {
    const buyers = tx
      .select({ itemId: orderItems.id, orderId: orders.id, email: orders.email })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .innerJoin(mailPreferences, wantsNews)
      .where(
        and(
          eq(orderItems.productId, productId),
          gt(orderItems.id, from),
          whereAccessible(author.now),
          lt(orderItems.grantedAt, version.createdAt),
          isNotNull(orders.email),
          HAS_ACCOUNT,
        ),
      )
      .orderBy(asc(orderItems.id))
      .limit(BUYERS_A_STEP)
      .all();
    const queued = buyers.filter(({ itemId, orderId, email }) =>
      queueMail(tx, {
        uniqueKey: `new-version:${version.id}:${email}`,
        kind: "new_version",
        recipient: email ?? "",
        about: { orderId, itemId, fileId },
        // Not reported as undelivered if the buyer stops these mails or loses access meanwhile.
        expiresAt: new Date(author.now.getTime() + MAIL_VALID_MS),
        author,
      }),
    );
    const isLast = buyers.length < BUYERS_A_STEP;
    return { notified: queued.length, next: isLast ? undefined : buyers.at(-1)?.itemId };
  });
}

function findVersion(db: Pick<Reader, "select">, fileId: number): Version | undefined {
  return db
    .select({ id: fileVersions.id, createdAt: fileVersions.createdAt })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(eq(files.id, fileId))
    .get();
}
