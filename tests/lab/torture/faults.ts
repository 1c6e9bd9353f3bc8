import { openDatabase, openReader } from "../../../db/client.ts";
import { insertRow } from "../../../db/record.ts";
import { sessions, users } from "../../../db/schema.ts";
import { type CheckName, type Health, LINE_TITLES } from "../../../server/contract/health.ts";
import { sha256Hex } from "../../../server/domain/tokens.ts";
import { until } from "../../support/until.ts";
import { clientOf, startCheckout } from "./buyers.ts";
import { type Mishap, MISHAPS } from "./mishaps.ts";
import { type DataDir, type Outcome, secondsSince, type Shop, withShop } from "./shop.ts";

const TOKEN = "the-owner-of-this-shop-is-signed-in-already";
const OWNER = { Cookie: `session=${TOKEN}` };
const HOUR_MS = 3_600_000;
/** The provider sends again what was refused, for as long as a mishap may last. */
const RETRY_DELAYS_MS = Array.from({ length: 600 }, () => 500);
/** A goal of the alarms: the job looks every 45 seconds, a lock is believed at the second look. */
const ALARM_LIMIT_MS = 60_000;
const LOCK_ALARM_LIMIT_MS = 110_000;
const RECOVERY_LIMIT_MS = 5000;
const ROUND_MS = 50_000;
const LOOK_EVERY_MS = 200;
const SLOW_MS = 1000;

/**
 * Lets each mishap happen to a selling store of its own: it answers what it still can, says what is wrong
 * on the health page, mails that once, and goes on by itself when the mishap is over.
 */
export async function runFaults(): Promise<Outcome> {
  const startedAt = performance.now();
  const found = await Promise.all(MISHAPS.map(runMishap));
  return {
    line: `${found.map(({ line }) => line).join("\n")}\nfaults, ${secondsSince(startedAt)}`,
    problems: found.flatMap(({ problems }) => problems),
  };
}

async function runMishap(mishap: Mishap): Promise<Outcome> {
  const problems: string[] = [];
  const claim = (isSo: boolean, problem: string) => {
    if (!isSo) problems.push(`${mishap.name}: ${problem}`);
  };
  const place = await mishap.prepare();
  const { folder: parent, now = () => new Date() } = place;
  const options = { parent, now, retryDelaysMs: RETRY_DELAYS_MS };
  try {
    const line = await withShop({ ...options, prepare: signInOwner }, async (shop) => {
      const first = await buy(shop, 1);
      const file = await linkOf(shop, first);
      const waiting = await startCheckout(
        { storeUrl: shop.url },
        { nth: 2, productIds: idsOf(shop) },
      );

      const mend = await place.harm(shop);
      const harmedAt = performance.now();
      const watch = watchAnswers(shop, file);
      // Paid while it lasts: no webhook of it is taken.
      await shop.simulator.control.pay(waiting, { email: emailOf(2) });
      await turns(() => isRed(shop, mishap.line), {
        what: "the line is red",
        limitMs: ALARM_LIMIT_MS,
      });
      const redMs = performance.now() - harmedAt;
      const limitMs = mishap.isSlowToSee ? LOCK_ALARM_LIMIT_MS : ALARM_LIMIT_MS;
      await until(() => alarms(shop, mishap.line) > 0, { what: "the owner is mailed", limitMs });
      const mailedMs = performance.now() - harmedAt;
      const status = await statusOfCheckout(shop);
      claim(status === mishap.checkout, `a checkout was answered ${status}`);
      const seen = await watch.stop();
      claim(seen.failed.length === 0, `not answered: ${[...new Set(seen.failed)].join(", ")}`);
      claim(seen.slow <= mishap.slowAnswers, `${seen.slow} answers took more than a second`);

      await mend();
      const mendedAt = performance.now();
      const sold = async () => (await statusOfCheckout(shop)) === 200;
      await turns(sold, { what: "the shop sells again", limitMs: RECOVERY_LIMIT_MS });
      const soldMs = performance.now() - mendedAt;
      await until(() => mailsTo(shop, emailOf(2)) > 0, {
        what: "the files arrive",
        limitMs: ROUND_MS,
      });
      await turns(async () => !(await isRed(shop, mishap.line)), {
        what: "all is well",
        limitMs: ROUND_MS,
      });
      await Bun.sleep(ROUND_MS);
      claim(alarms(shop, mishap.line) === 1, `${alarms(shop, mishap.line)} mails told of it`);
      claim(mailsTo(shop, emailOf(2)) === 1, "the files were mailed again");
      claim(isAlive(shop.store.pid), "the store was restarted");
      await shop.store.stop();
      claim(integrityOf(shop.dataDir) === "ok", "the database is damaged");
      return (
        `${mishap.name}: red after ${inSeconds(redMs)}, mailed after ${inSeconds(mailedMs)}, ` +
        `${seen.count} answers meanwhile, ${seen.slow} slower than a second, slowest ` +
        `${seen.slowestMs.toFixed(0)} ms; sold again after ${inSeconds(soldMs)}`
      );
    });
    return { line, problems };
  } catch (error) {
    return { line: "", problems: [...problems, `${mishap.name}: ${String(error)}`] };
  } finally {
    await place.remove();
  }
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const emailOf = (nth: number) => `buyer-${nth}@example.com`;
const idsOf = ({ dataDir }: Shop) => dataDir.productIds.slice(0, 1);

/** An administrator who signed in before anything happened. */
function signInOwner({ database }: DataDir): void {
  const db = openDatabase(database);
  const now = new Date();
  const author = { actor: "test", now };
  db.write((tx) => {
    const { id } = insertRow(tx, users, { email: "owner@example.com", isAdmin: true }, author);
    const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(+now + HOUR_MS) };
    tx.insert(sessions)
      .values({ tokenHash: sha256Hex(TOKEN), userId: id, ...times })
      .run();
  });
  db.close();
}

/** Buys a product, and waits until its mail has arrived. */
async function buy(shop: Shop, nth: number): Promise<string> {
  const sessionId = await startCheckout({ storeUrl: shop.url }, { nth, productIds: idsOf(shop) });
  await shop.simulator.control.pay(sessionId, { email: emailOf(nth) });
  await until(() => mailsTo(shop, emailOf(nth)) > 0, { what: "the files arrive", limitMs: 30_000 });
  return sessionId;
}

async function linkOf({ url }: Shop, sessionId: string): Promise<string> {
  const path = `/api/products/purchase-detail?sessionId=${sessionId}`;
  const detail = await (await fetch(url + path, { headers: clientOf(1) })).json();
  return String(detail.products[0].files[0].url);
}

/** What is asked all the time, by strangers, by one who has bought and by the owner. */
function watchAnswers({ url }: Shop, file: string) {
  const asked: [name: string, url: string, headers?: Record<string, string>][] = [
    ["the landing page", `${url}/`],
    ["the products", `${url}/api/products`],
    ["a bought file", file],
    ["the health page", `${url}/api/admin/health`, OWNER],
  ];
  const times: number[] = [];
  const failed: string[] = [];
  let isOpen = true;
  const ask = async ([name, address, headers = {}]: (typeof asked)[number]) => {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(address, { headers: { ...clientOf(3), ...headers }, signal }).catch(
      () => undefined,
    );
    if (answer?.status !== 200 || (await answer.bytes()).length === 0) {
      failed.push(`${name} (${answer?.status})`);
    }
    times.push(performance.now() - startedAt);
  };
  const line = async (each: (typeof asked)[number]) => {
    while (isOpen) {
      await ask(each);
      await Bun.sleep(LOOK_EVERY_MS);
    }
  };
  const lines = Promise.all(asked.map(line));
  return {
    async stop() {
      isOpen = false;
      await lines;
      return {
        failed,
        count: times.length,
        slow: times.filter((ms) => ms > SLOW_MS).length,
        slowestMs: Math.max(...times),
      };
    },
  };
}

async function isRed({ url }: Shop, name: CheckName): Promise<boolean> {
  const answer = await fetch(`${url}/api/admin/health`, { headers: { ...clientOf(4), ...OWNER } });
  const { checks }: Health = await answer.json();
  return checks.some((check) => check.name === name && check.state === "bad");
}

/** What a new buyer's press on the pay button is answered. */
async function statusOfCheckout({ url, dataDir }: Shop): Promise<number> {
  const products = [{ productId: dataDir.productIds[1], quantity: 1 }];
  const paths = { successRouter: "/checkout/success", cancelRouter: "/checkout/cancel" };
  const answer = await fetch(`${url}/api/create-checkout-session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...clientOf(++clients) },
    body: JSON.stringify({ products, ...paths }),
  });
  return answer.status;
}
let clients = 1000;

const alarms = ({ mails }: Shop, name: CheckName) =>
  mails.received.filter(({ raw }) => raw.includes(`needs you: ${LINE_TITLES[name]}`)).length;

const mailsTo = ({ mails }: Shop, email: string) =>
  mails.received.filter(({ to }) => to.includes(email)).length;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function integrityOf({ database }: DataDir): unknown {
  const db = openReader(database);
  try {
    return db.sqlite.pragma("integrity_check", { simple: true });
  } finally {
    db.close();
  }
}

/** Like `until`, for what has to be asked: the next time when the time before was answered. */
async function turns(
  condition: () => Promise<boolean>,
  { what, limitMs }: { what: string; limitMs: number },
): Promise<void> {
  const endsAt = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > endsAt) throw new Error(`Waited ${limitMs / 1000} s in vain: ${what}.`);
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
