import { eq } from "drizzle-orm";
import { updateRow } from "../../../db/record.ts";
import { emails } from "../../../db/schema.ts";
import type { TestMailAnswer } from "../../contract/health.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { queueMail } from "../queue-mail.ts";
import { type Administrator, authorOf } from "../sign-in/administrators.ts";

/** A slow mail server is given so long; the page asks no longer. */
const LONGEST_WAIT_MS = 20_000;
/** Of no use later. */
const LIFETIME_MS = 10 * MINUTE_MS;

/**
 * Sends test mails through the queue, the way of all mails. Answers what became of each: it is tried
 * once, and given up with what the mail server said.
 */
export function testMails({ db, clock }: Pick<Deps, "db" | "clock">) {
  const waiting = new Set<() => void>();
  db.onCommit((tables) => {
    if (tables.has("emails")) for (const look of waiting) look();
  });

  return async (admin: Administrator): Promise<TestMailAnswer> => {
    const author = authorOf(admin, clock.now());
    const uniqueKey = `test:${crypto.randomUUID()}`;
    const outcome = () => outcomeOf(db, uniqueKey);
    const settled = new Promise<void>((resolve) => {
      const look = () => {
        if (outcome().state === "waiting") return;
        end();
      };
      const end = () => {
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(end, LONGEST_WAIT_MS);
      waiting.add(look);
    });
    admin.write((tx) =>
      queueMail(tx, {
        uniqueKey,
        kind: "test",
        recipient: admin.email,
        about: {},
        expiresAt: new Date(author.now.getTime() + LIFETIME_MS),
        author,
      }),
    );
    await settled;
    const { id, state, said } = outcome();
    if (state === "refused") {
      db.write((tx) => updateRow(tx, emails, id, { status: "dead" }, author));
    }
    return { to: admin.email, state, said };
  };
}

function outcomeOf(
  db: Pick<Deps["db"], "select">,
  uniqueKey: string,
): Omit<TestMailAnswer, "to"> & { id: number } {
  const { id, status, lastError } = db
    .select({ id: emails.id, status: emails.status, lastError: emails.lastError })
    .from(emails)
    .where(eq(emails.uniqueKey, uniqueKey))
    .get() ?? { id: 0, status: "queued" as const, lastError: null };
  if (status === "sent") return { id, state: "sent", said: null };
  const isRefused = status !== "sending" && lastError !== null;
  return { id, state: isRefused ? "refused" : "waiting", said: isRefused ? lastError : null };
}
