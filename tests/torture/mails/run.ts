import { openReader } from "../../../db/client.ts";
import { countFindings, describe } from "../check/finding.ts";
import { type Outcome, secondsSince } from "../shared/outcome.ts";
import { seededRandom } from "../shared/random.ts";
import { type Shop, withShop } from "../shared/shop.ts";
import { until, within } from "../../support/until.ts";
import { checkMails } from "./check-mails.ts";
import { queueMails } from "./queue.ts";

/** How many mails the store sends at the same moment (server/jobs/index.ts). */
const SENDERS = 4;
const NEXT_MAIL_LIMIT_MS = 150_000;
const REST_LIMIT_MS = 180_000;
const LAST_MOMENT_MS = 10;
/** Mails that are left for the time after the last kill. */
const SHARE_SENT_DURING_KILLS = 0.8;

export type MailOptions = { mails: number; kills: number; seed: number };

/** Kills the store `kills` times while it sends `mails` queued mails; none may be lost. */
export async function runMails({ mails, kills, seed }: MailOptions): Promise<Outcome> {
  const startedAt = performance.now();
  return withShop({ prepare: (dataDir) => queueMails(dataDir, mails) }, async (shop) => {
    const { store, sink, dataDir } = shop;
    await killWhileSending(shop, { mails, kills, seed });
    await allSent(dataDir.database, mails);
    await store.stop();
    const { findings, duplicates, mostCopies } = checkMails(dataDir.database, {
      taken: sink.taken,
      allowedDuplicates: kills * SENDERS,
    });
    return {
      line:
        `mails ${mails}, kills ${kills}, received ${sink.taken.length}, ` +
        `duplicates ${duplicates} (${kills * SENDERS} allowed), most copies ${mostCopies}, ` +
        `${countFindings(findings)}, ${secondsSince(startedAt)}, seed ${seed}`,
      problems: findings.map(describe),
    };
  });
}

/** Each life of the store ends while it sends, some mails after the last one that was taken before. */
async function killWhileSending(
  { store, sink }: Shop,
  { mails, kills, seed }: MailOptions,
): Promise<void> {
  const random = seededRandom(seed);
  const mostPerLife = Math.max(1, Math.floor((2 * SHARE_SENT_DURING_KILLS * mails) / kills) - 1);
  for (let nth = 0; nth < kills; nth++) {
    const wanted = sink.taken.length + random.between(1, mostPerLife);
    await within(sink.reached(Math.min(wanted, mails)), {
      what: "the store sends the next mails",
      limitMs: NEXT_MAIL_LIMIT_MS,
    });
    await Bun.sleep(random.between(0, LAST_MOMENT_MS));
    await store.killAndRestart();
  }
}

async function allSent(database: string, mails: number): Promise<void> {
  const { sqlite, close } = openReader(database);
  const sent = sqlite.prepare<[], number>("SELECT count(*) FROM emails WHERE status = 'sent'");
  sent.pluck();
  try {
    await until(() => sent.get() === mails, {
      what: "all mails are sent",
      limitMs: REST_LIMIT_MS,
    }).catch(() => {
      // The check names the mails that are missing.
    });
  } finally {
    close();
  }
}
