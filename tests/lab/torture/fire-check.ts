import PostalMime from "postal-mime";
import { openReader } from "../../../db/client.ts";
import { EVENT_TYPES } from "../../../server/integrations/stripe/events.ts";
import { linksIn } from "../../support/mail.ts";
import type { MailServer, ReceivedMail } from "../../support/smtp-stub.ts";
import { until } from "../../support/until.ts";
import { clientOf, type Market, truthOf } from "./buyers.ts";
import { checkStore } from "./check.ts";
import type { DataDir } from "./shop.ts";

const MAILS_LIMIT_MS = 60_000;
const CHECK_FIRST = 8;
const COMPLETED = "checkout.session.completed";

/** What a new machine finds in the database that came back from the replica. */
export type Restored = {
  /** Sessions that it does not know as paid, though the store had answered their webhook. */
  missing: Set<string>;
  /** Who has a delivery mail by what it says, and how many mails had been taken by then. */
  sentTo: Set<string>;
  mailsBefore: number;
};

/** Looks at a restored database before a store opens it. */
export function lookAtRestored(
  database: string,
  { simulator, ledger }: Market,
  { received }: MailServer,
): Restored {
  const { sqlite, close } = openReader(database);
  try {
    const column = (query: string) => new Set(sqlite.prepare<[], string>(query).pluck().all());
    const paid = column("SELECT session_id FROM orders WHERE status = 'paid'");
    const answered = simulator.control
      .events()
      .filter(({ id, type }) => type === COMPLETED && ledger.events.has(id))
      .map(({ data }) => data.object.id);
    return {
      missing: new Set(answered).difference(paid),
      sentTo: column("SELECT recipient FROM emails WHERE kind = 'delivery' AND status = 'sent'"),
      mailsBefore: received.length,
    };
  } finally {
    close();
  }
}

type Fires = { fires: Restored[]; dataDir: DataDir; mails: MailServer };

/**
 * Compares what is left after the fires with what was paid. Lost is a paid order that is not there, an
 * order without its mail, a link that does not open what was bought. Doubled is an order, a grant or a
 * mail's row that is there twice, and a mail that went out again although the restored database knew of
 * it; where it did not, nothing can tell that the mail has gone, and it is counted in `copies`.
 */
export async function checkFires(market: Market, { fires, dataDir, mails }: Fires) {
  const truth = truthOf(market.simulator, market.ledger);
  // Of other events nothing follows, so they are not asked for again.
  const kept = market.simulator.control.events().filter(({ type }) => EVENT_TYPES.includes(type));
  truth.acknowledgedEvents = new Set(kept.map(({ id }) => id)).intersection(market.ledger.events);
  const carts = cartsByEmail(market);
  const { received } = mails;
  const mailed = () => new Set(received.flatMap(({ to }) => to));
  const isMailed = () => mailed().isSupersetOf(new Set(carts.keys()));
  // What is missing by then is named below.
  await until(isMailed, { what: "all are mailed", limitMs: MAILS_LIMIT_MS }).catch(() => {});
  const unmailed = [...new Set(carts.keys()).difference(mailed())];
  const opened = await openLinks(market, { received, carts, dataDir });
  return {
    found: [
      ...checkStore(dataDir.database, truth),
      ...unmailed.map((email) => `lost: the mail to ${email}`),
      ...fires.flatMap((fire) => listSentAgain(fire, received)),
      ...opened.found,
    ],
    paid: truth.paid.size,
    links: opened.links,
    copies: received.length - mailed().size,
  };
}

/** What each buyer has paid for; each buys once. */
function cartsByEmail({ simulator, ledger }: Market): Map<string, number[]> {
  const paid = simulator.control.sessions().filter((one) => one.payment_status === "paid");
  return new Map(
    paid.map(({ id, customer_details: buyer }) => [buyer?.email ?? "", ledger.carts.get(id) ?? []]),
  );
}

function listSentAgain({ sentTo, mailsBefore }: Restored, received: ReceivedMail[]): string[] {
  const since = received.slice(mailsBefore).flatMap(({ to }) => to);
  return since.filter((email) => sentTo.has(email)).map((email) => `doubled: mail to ${email}`);
}

type Mailed = { received: ReceivedMail[]; carts: Map<string, number[]>; dataDir: DataDir };

/** Opens every link to files of every mail: what was bought must come, and nothing else. */
async function openLinks(market: Market, { received, carts, dataDir }: Mailed) {
  const found: string[] = [];
  let links = 0;
  const waiting = received.entries();
  const line = async () => {
    for (const [nth, { raw, to }] of waiting) {
      const [email = ""] = to;
      const { html = "" } = await PostalMime.parse(raw);
      const toFiles = [...linksIn(html)].filter((link) => link.includes("/files/"));
      links += toFiles.length;
      const answers = await Promise.all(toFiles.map((link) => open(link, nth)));
      const bought = (carts.get(email) ?? []).flatMap((id) => dataDir.contents.get(id) ?? []);
      const sheets = new Set(answers.flatMap(({ text }) => text));
      if (answers.some(({ status }) => status !== 200)) found.push(`lost: a link of ${email}`);
      else if (!isSame(sheets, new Set(bought))) found.push(`lost: files of ${email}`);
    }
  };
  await Promise.all(Array.from({ length: CHECK_FIRST }, line));
  return { found: [...found, ...(await openPages(market))], links };
}

/** A file's text, none for a ZIP. */
async function open(link: string, nth: number) {
  const answer = await fetch(link.replaceAll("&amp;", "&"), { headers: clientOf(nth) });
  const body = await answer.bytes();
  const isFile = answer.headers.get("Content-Type")?.startsWith("application/pdf") ?? false;
  return { status: answer.status, text: isFile ? [new TextDecoder().decode(body)] : [] };
}

/** Asks for each paid session's page, as its buyer does who comes back. */
async function openPages({ storeUrl, simulator }: Market): Promise<string[]> {
  const found: string[] = [];
  const paid = simulator.control.sessions().filter((one) => one.payment_status === "paid");
  const waiting = paid.entries();
  const line = async () => {
    for (const [nth, { id }] of waiting) {
      const url = `${storeUrl}/api/products/purchase-detail?sessionId=${id}`;
      const { status } = await fetch(url, { headers: clientOf(nth) });
      if (status !== 200) found.push(`lost: the page of ${id} is answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CHECK_FIRST }, line));
  return found;
}

function isSame(one: Set<string>, other: Set<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}
