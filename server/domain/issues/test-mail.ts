import { eq } from "drizzle-orm";
import { updateRow } from "../../../db/record.ts";
import { emails } from "../../../db/schema.ts";
import type { TestMailAnswer } from "../../contract/health.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { type Administrator, authorOf } from "../sign-in/administrators.ts";

/** Timeout for a slow mail server, after which the page shows the mail as waiting. */
const LONGEST_WAIT_MS = 20_000;
const LIFETIME_MS = 10 * MINUTE_MS;

/** Returns a function that queues a test mail, which is tried once, and waits for its result. */
export function testMails({ db, clock }: Pick<Deps, "db" | "clock">) {
  const waiting = new Set<() => void>();
  db.onCommit((tables) => {
    if (tables.has("emails")) for (const look of waiting) look();
  });

  return async (admin: Administrator): Promise<TestMailAnswer> => {
    const { email: to } = admin;
    const author = authorOf(admin, clock.now());
    const uniqueKey = `test:${crypto.randomUUID()}`;
    const expiresAt = new Date(author.now.getTime() + LIFETIME_MS);
    const mail = { uniqueKey, kind: "test", recipient: to, about: {}, expiresAt } as const;
    admin.write((tx) => queueMail(tx, { ...mail, author }));

    const ended = Promise.withResolvers<void>();
    const look = () => {
      if (outcomeOf(db, uniqueKey).state !== "waiting") ended.resolve();
    };
    waiting.add(look);
    const timer = setTimeout(ended.resolve, LONGEST_WAIT_MS);
    await ended.promise;
    clearTimeout(timer);
    waiting.delete(look);

    const { id, state, said } = outcomeOf(db, uniqueKey);
    if (state === "refused") {
      db.write((tx) => updateRow(tx, emails, id, { status: "dead" }, author));
    }
    return { to, state, said };
  };
}

function outcomeOf(db: Pick<Deps["db"], "select">, uniqueKey: string) {
  const mail = db.select().from(emails).where(eq(emails.uniqueKey, uniqueKey)).get();
  const { id = 0, status = "queued", lastError: said = null } = mail ?? {};
  if (status === "sent") return { id, state: "sent", said: null } as const;
  if (status === "sending" || said === null) return { id, state: "waiting", said: null } as const;
  return { id, state: "refused", said } as const;
}
