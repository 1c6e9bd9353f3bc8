import { eq } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { storeFacts } from "../../../db/store-schema.ts";
import type { CheckName, Line } from "../../contract/health.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { queueMail } from "../queue-mail.ts";

/** A line that is red again sooner has not been mended: it is the same outage (decision: alarms). */
const MENDED_MS = 15 * MINUTE_MS;
const AUTHOR = "health";

type Needs = Pick<Deps, "db" | "clock" | "config" | "watch">;
export type RedLine = Line<CheckName> & { todo: string };

/** A line that is red: a person has to do something. */
function isRed(line: Line<CheckName>): line is RedLine {
  return line.state === "bad" && line.todo !== null;
}

/**
 * Notes which lines are red, and queues a mail to the owner for each that was not: once an outage, also
 * over restarts. Throws when nothing can be stored: then `listUntold` says what is left to tell.
 */
export function noteOutages({ db, clock, config, watch }: Needs, lines: Line<CheckName>[]): void {
  const author = { actor: AUTHOR, now: clock.now() };
  const mended = noteGreen(watch.outages, { lines, now: author.now });
  db.write((tx) => {
    for (const line of lines.filter(isRed)) {
      if (isKnown(tx, line.name)) continue;
      const value = author.now.toISOString();
      tx.insert(storeFacts)
        .values({ name: factOf(line.name), value })
        .run();
      if (watch.outages.told.has(line.name)) continue;
      queueMail(tx, {
        uniqueKey: `alarm:${line.name}:${value}`,
        kind: "alarm",
        recipient: config.mail.support,
        about: alarmOf(line, author.now),
        author,
      });
    }
    for (const name of mended) {
      tx.delete(storeFacts)
        .where(eq(storeFacts.name, factOf(name)))
        .run();
    }
  });
  for (const name of mended) watch.outages.told.delete(name);
}

/** The lines of outages that the owner has not been told of. */
export function listUntold({ db, watch }: Needs, lines: Line<CheckName>[]): RedLine[] {
  const isTold = ({ name }: RedLine) => watch.outages.told.has(name) || isKnown(db, name);
  return lines.filter(isRed).filter((line) => !isTold(line));
}

/** Which lines have been mended for long enough. One that can't be told leaves its outage as it is. */
function noteGreen(
  { greenSince }: Deps["watch"]["outages"],
  { lines, now }: { lines: Line<CheckName>[]; now: Date },
): CheckName[] {
  for (const { name, state } of lines) {
    if (state === "bad") greenSince.delete(name);
    else if (state !== "unknown" && !greenSince.has(name)) greenSince.set(name, now);
  }
  return [...greenSince].flatMap(([name, since]) =>
    now.getTime() - since.getTime() >= MENDED_MS ? [name] : [],
  );
}

/** What the mail about a red line says. */
export function alarmOf({ title, text, todo }: RedLine, now: Date) {
  return { title, text, todo, at: now.toISOString() };
}

function factOf(name: CheckName): string {
  return `outage:${name}`;
}

function isKnown(db: Pick<Reader, "select">, name: CheckName): boolean {
  const fact = db
    .select()
    .from(storeFacts)
    .where(eq(storeFacts.name, factOf(name)))
    .get();
  return fact !== undefined;
}
