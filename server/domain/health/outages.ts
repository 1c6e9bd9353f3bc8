import { eq } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { storeFacts } from "../../../db/store-schema.ts";
import type { CheckName, Line } from "../../contract/health.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { queueMail } from "../queue-mail.ts";

/** A check that fails again sooner belongs to the same outage. */
const RECOVERED_MS = 15 * MINUTE_MS;

type OutageDeps = Pick<Deps, "db" | "clock" | "config" | "watch">;
type Lines = readonly Line<CheckName>[];
type RedLine = Line<CheckName> & { todo: string };

function isRed(line: Line<CheckName>): line is RedLine {
  return line.state === "bad" && line.todo !== null;
}

/**
 * Stores which checks fail, and queues one mail to the owner per outage, also across restarts.
 * Throws when the database can't be written; then `listUntold` returns what the owner must hear.
 */
export function noteOutages({ db, clock, config, watch }: OutageDeps, lines: Lines): void {
  const author = { actor: "health", now: clock.now() };
  const { told } = watch.outages;
  const recovered = listRecovered(watch.outages, { lines, now: author.now });
  db.write((tx) => {
    for (const line of lines.filter(isRed)) {
      if (isStored(tx, line.name)) continue;
      const value = author.now.toISOString();
      tx.insert(storeFacts)
        .values({ name: factOf(line.name), value })
        .run();
      if (told.has(line.name)) continue;
      queueMail(tx, {
        uniqueKey: `alarm:${line.name}:${value}`,
        kind: "alarm",
        recipient: config.mail.support,
        about: alarmOf(line, author.now),
        author,
      });
    }
    for (const name of recovered) {
      tx.delete(storeFacts)
        .where(eq(storeFacts.name, factOf(name)))
        .run();
    }
  });
  for (const name of recovered) told.delete(name);
}

/** Outages of which the owner was not told. */
export function listUntold({ db, watch }: OutageDeps, lines: Lines): RedLine[] {
  const isTold = ({ name }: RedLine) => watch.outages.told.has(name) || isStored(db, name);
  return lines.filter(isRed).filter((line) => !isTold(line));
}

/** Checks that have succeeded for long enough. A check without a result changes nothing. */
function listRecovered(
  { greenSince }: Deps["watch"]["outages"],
  { lines, now }: { lines: Lines; now: Date },
): CheckName[] {
  for (const { name, state } of lines) {
    if (state === "bad") greenSince.delete(name);
    else if (state !== "unknown" && !greenSince.has(name)) greenSince.set(name, now);
  }
  const isOver = (since: Date) => now.getTime() - since.getTime() >= RECOVERED_MS;
  return [...greenSince].flatMap(([name, since]) => (isOver(since) ? [name] : []));
}

/** Content of the alarm mail. */
export function alarmOf({ title, text, todo }: RedLine, now: Date) {
  return { title, text, todo, at: now.toISOString() };
}

function factOf(name: CheckName): string {
  return `outage:${name}`;
}

function isStored(db: Pick<Reader, "select">, name: CheckName): boolean {
  const fact = db
    .select()
    .from(storeFacts)
    .where(eq(storeFacts.name, factOf(name)))
    .get();
  return fact !== undefined;
}
