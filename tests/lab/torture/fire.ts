import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { openReader } from "../../../db/client.ts";
import { EVENT_TYPES } from "../../../server/integrations/stripe/events.ts";
import { openBucketServer } from "../../support/bucket.ts";
import { linksIn } from "../../support/mail.ts";
import { freePort, startStore, storeUrl } from "../../support/store-process.ts";
import { until, within } from "../../support/until.ts";
import { clientOf, comeToRest, detailOf, openMarket, sendBuyers } from "./buyers.ts";
import { countFindings, judge } from "./judge.ts";
import { firstSnapshot, type Replica, restoreDatabase, startLitestream } from "./litestream.ts";
import {
  FAST_RETRIES_MS,
  makeFolder,
  openWorld,
  type Outcome,
  removeFolder,
  secondsSince,
  truthOf,
  type World,
} from "./world.ts";

const LINES = 4;
const PAUSE_MS = 200;
const FIRST_MOMENT_MS = 50;
const SERVED_LIMIT_MS = 120_000;
const MAILS_LIMIT_MS = 60_000;
const APP_SECRET = "a-secret-that-is-stored-on-another-machine";

/** `longest` is the maximum time in ms before a machine is destroyed. */
type FireOptions = { count: number; longest: number; seed: number };

/**
 * Destroys the machine of a selling store `count` times: kills all processes and deletes the data
 * folder. The next machine recovers from Litestream's replica, the file bucket and the secret.
 */
export async function runFire({ count, longest, seed }: FireOptions): Promise<Outcome> {
  const startedAt = performance.now();
  const elsewhere = makeFolder();
  await using stack = new AsyncDisposableStack();
  const bucket = await openBucketServer();
  stack.defer(() => bucket.remove());
  const metricsPort = await freePort();
  const world = stack.use(
    await openWorld({
      retryDelaysMs: FAST_RETRIES_MS,
      env: {
        APP_SECRET,
        FILES_URL: bucket.newFolder(),
        LITESTREAM_METRICS_URL: `http://127.0.0.1:${metricsPort}/metrics`,
      },
    }),
  );
  const { dataDir, database } = world;
  const replica: Replica = { database, replica: join(elsewhere, "replica"), port: metricsPort };
  const market = openMarket(world, { seed });
  const { gate, random } = market;
  const fires: Restored[] = [];
  let torn = 0;

  let litestream = stack.use(await startLitestream(replica));
  const store = stack.use(await startStore(world.settings));
  await firstSnapshot(replica);
  const buyers = sendBuyers(market, { lines: LINES, pauseMs: PAUSE_MS });
  while (fires.length < count) {
    gate.open();
    // Alternate between a machine that sells again and one that may still be recovering.
    if (fires.length % 2 === 0) {
      await within(gate.served(), { what: "a buyer is served", limitMs: SERVED_LIMIT_MS });
    }
    await Bun.sleep(random.between(FIRST_MOMENT_MS, longest));
    gate.close();
    const burnFolder = () => rmSync(dataDir, { recursive: true, force: true });
    if (random.between(0, 1) === 1) burnFolder();
    await Promise.all([store.end(), litestream.kill()]);
    burnFolder();
    await mkdir(dataDir);
    torn += await restoreDatabase(replica);
    fires.push(readRestored(world));
    litestream = stack.use(await startLitestream(replica));
    await store.start();
  }
  gate.open();
  await buyers.stop();
  await comeToRest(world);
  const { found, paid, links, copies } = await checkFires(world, fires);
  const missing = new Set(fires.flatMap((fire) => [...fire.missing]));
  // Not reached after a failed restore: its replica can be inspected until this process ends.
  removeFolder(elsewhere);
  return {
    line:
      `fires ${count}, orders paid ${paid}, of which ${missing.size} were in no replica when a ` +
      `machine burned; torn generations ${torn}; links opened ${links}, mails sent again ${copies}, ` +
      `${countFindings(found)}, ${secondsSince(startedAt)}, seed ${seed}`,
    problems: found,
  };
}

/** State of the database restored from the replica. */
type Restored = {
  /** Sessions with an acknowledged webhook but without a paid order in the restored database. */
  missing: Set<unknown>;
  /** Recipients whose delivery mail is marked as sent in the restored database. */
  sentTo: Set<unknown>;
  /** Number of mails received before the restore. */
  mailsBefore: number;
};

/** Reads a restored database before a store opens it. */
function readRestored({ database, simulator, ledger, mails }: World): Restored {
  const { sqlite, close } = openReader(database);
  const column = (query: string) => new Set(sqlite.prepare(query).pluck().all());
  const paid = column("SELECT session_id FROM orders WHERE status = 'paid'");
  const sentTo = column("SELECT recipient FROM emails WHERE kind = 'delivery' AND status = 'sent'");
  close();
  const answered = simulator.control
    .events()
    .filter(({ id, type }) => type === "checkout.session.completed" && ledger.events.has(id))
    .map(({ data }) => data.object.id);
  const missing = new Set<unknown>(answered).difference(paid);
  return { missing, sentTo, mailsBefore: mails.received.length };
}

/**
 * Judges the last machine. A repeated mail is a duplicate only if the restored database recorded it
 * as sent; otherwise the store cannot know that, and the mail counts as a copy.
 */
async function checkFires(world: World, fires: Restored[]) {
  const { simulator, ledger, contents, mails } = world;
  const truth = truthOf(world);
  // Events of other types have no effect, so they are not fetched again after a restore.
  const followed = simulator.control.events().filter(({ type }) => EVENT_TYPES.includes(type));
  truth.events = truth.events.intersection(new Set(followed.map(({ id }) => id)));
  /** Contents of the purchased files, by buyer. */
  const bought = new Map<string, Set<string>>();
  for (const { id, payment_status, customer_details } of simulator.control.sessions()) {
    const sheets = (ledger.carts.get(id) ?? []).flatMap(
      (productId) => contents.get(productId) ?? [],
    );
    if (payment_status === "paid") bought.set(customer_details?.email ?? "", new Set(sheets));
  }
  const { received } = mails;
  const mailed = () => new Set(received.flatMap(({ to }) => to));
  const isMailed = () => mailed().isSupersetOf(bought);
  await until(isMailed, { what: "all are mailed", limitMs: MAILS_LIMIT_MS }).catch(() => {});
  const again = fires.flatMap(({ sentTo, mailsBefore }) =>
    received.slice(mailsBefore).flatMap(({ to }) => to.filter((email) => sentTo.has(email))),
  );
  const found = [
    ...judge(world.database, truth, { isAtRest: true }),
    ...Array.from(new Set(bought.keys()).difference(mailed()), (to) => `lost: the mail to ${to}`),
    ...again.map((email) => `doubled: mail to ${email}`),
  ];
  let links = 0;
  for (const [nth, { raw, to }] of received.entries()) {
    const { html = "" } = await PostalMime.parse(raw);
    const toFiles = [...linksIn(html)].filter((link) => link.includes("/files/"));
    links += toFiles.length;
    const answers = await Promise.all(toFiles.map((link) => openLink(link, nth)));
    const sheets = new Set(answers.flatMap(({ text }) => text));
    const isWhole = answers.every(({ status }) => status === 200);
    const isBought = sheets.symmetricDifference(bought.get(to[0] ?? "") ?? new Set()).size === 0;
    if (!isWhole || !isBought) found.push(`lost: files of ${to[0]}`);
  }
  for (const [nth, id] of [...truth.paid.keys()].entries()) {
    const url = storeUrl(world.settings.port) + detailOf(id);
    const { status } = await fetch(url, { headers: clientOf(nth) });
    if (status !== 200) found.push(`lost: the page of ${id} is answered ${status}`);
  }
  return { found, paid: truth.paid.size, links, copies: received.length - mailed().size };
}

async function openLink(link: string, nth: number) {
  const answer = await fetch(link.replaceAll("&amp;", "&"), { headers: clientOf(nth) });
  const text = await answer.text();
  const isPdf = answer.headers.get("Content-Type")?.startsWith("application/pdf") ?? false;
  return { status: answer.status, text: isPdf ? [text] : [] };
}
