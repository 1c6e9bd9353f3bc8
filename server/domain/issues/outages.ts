import { eq, inArray } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { storeFacts } from "../../../db/store-schema.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { readSite } from "../content/settings.ts";
import { queueMail } from "../queue-mail.ts";
import type { CheckLine } from "./kinds.ts";

/** A check that fails again within this time belongs to the same outage. */
const RECOVERED_MS = 15 * MINUTE_MS;

type OutageDeps = Pick<Deps, "db" | "clock" | "config" | "watch">;
type Lines = readonly CheckLine[];
type RedLine = CheckLine & { todo: string };

function isRed(line: CheckLine): line is RedLine {
  return line.state === "bad" && line.todo !== null;
}

/** Stores failing checks and queues one mail per outage. Throws when the database can't be written. */
export function noteOutages({ db, clock, config, watch }: OutageDeps, lines: Lines): void {
  const author = { actor: "health", now: clock.now() };
  const { reported } = watch.outages;
  const { supportEmail: recipient } = readSite({ config, db });
  const recovered = listRecovered(watch.outages.greenSince, lines, author.now);
  db.write((tx) => {
    for (const line of lines.filter(isRed)) {
      if (isStored(tx, line.name)) continue;
      const value = author.now.toISOString();
      const fact = { name: factOf(line.name), value };
      tx.insert(storeFacts).values(fact).run();
      if (reported.has(line.name)) continue;
      queueMail(tx, {
        uniqueKey: `alarm:${line.name}:${value}`,
        kind: "alarm",
        recipient,
        about: alarmOf(line, author.now),
        author,
      });
    }
    const facts = recovered.map(factOf);
    tx.delete(storeFacts).where(inArray(storeFacts.name, facts)).run();
  });
  for (const name of recovered) reported.delete(name);
}

export function listUnreported({ db, watch }: OutageDeps, lines: Lines): RedLine[] {
  const { reported } = watch.outages;
  return lines.filter(isRed).filter(({ name }) => !reported.has(name) && !isStored(db, name));
}

function listRecovered(greenSince: Map<string, Date>, lines: Lines, now: Date): string[] {
  for (const { name, state } of lines) {
    if (state === "bad") greenSince.delete(name);
    else if (state !== "unknown" && !greenSince.has(name)) greenSince.set(name, now);
  }
  const isOver = (since: Date) => now.getTime() - since.getTime() >= RECOVERED_MS;
  return [...greenSince].flatMap(([name, since]) => (isOver(since) ? [name] : []));
}

export function alarmOf({ title, text, todo }: RedLine, now: Date) {
  return { title, text, todo, at: now.toISOString() };
}

function factOf(name: string): string {
  return `outage:${name}`;
}

function isStored(db: Pick<Reader, "select">, name: string): boolean {
  const isThis = eq(storeFacts.name, factOf(name));
  return db.select().from(storeFacts).where(isThis).get() !== undefined;
}
