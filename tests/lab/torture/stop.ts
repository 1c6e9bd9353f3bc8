import { openReader } from "../../../db/client.ts";
import { type Download, readSlowly } from "../../support/slow-reader.ts";
import { startCheckout } from "./buyers.ts";
import { checkMails, countFindings } from "./check.ts";
import { allSent, queueMails, takenMail } from "./mails.ts";
import {
  type DataDir,
  type Outcome,
  secondsSince,
  sellLarge,
  type Shop,
  withShop,
} from "./shop.ts";

/** More than the sockets hold: for a part of the time the store itself still has bytes to send. */
const FILE_BYTES = 16 * 1024 * 1024;
const PAID = "checkout.session.completed";
const LONGEST_STOP_MS = 10_000;
/** The slow download: the size of a weekly pack on a very slow line. */
const SLOW_BYTES = 12 * 1000 * 1000;
const SLOW_BYTES_PER_SECOND = 20_000;

type Options = {
  downloads: number;
  webhooks: number;
  mails: number;
  /** How long each download takes. */
  seconds: number;
};

/**
 * Tells the store to stop while readers download, webhooks arrive and it sends a full queue of mails, and
 * starts it again: every download arrives whole, every webhook that was answered 200 is stored, and every
 * mail goes out once.
 */
export async function runStop({ downloads, webhooks, mails, seconds }: Options): Promise<Outcome> {
  const startedAt = performance.now();
  let large = 0;
  const prepare = async (dataDir: DataDir) => {
    large = await sellLarge(dataDir.path, FILE_BYTES);
    queueMails(dataDir, mails);
  };
  return withShop({ prepare }, async (shop) => {
    const { control } = shop.simulator;
    const file = await buy(shop, large);
    control.webhooks.mode = "hold";
    const before = control.events().length;
    for (let nth = 1; nth <= webhooks; nth++) {
      await pay(shop, { nth, productIds: shop.dataDir.productIds });
    }
    const held = control
      .events()
      .slice(before)
      .filter(({ type }) => type === PAID);
    const readers = Array.from({ length: downloads }, () =>
      readSlowly(file.url, { bytesPerSecond: FILE_BYTES / seconds }),
    );
    await Promise.all(readers.map(({ begun }) => begun));

    // Half of them are on their way when the signal comes, half come after it.
    const middle = Math.floor(held.length / 2);
    const send = ({ id }: { id: string }) =>
      control.webhooks.send(id).then(({ status }) => (status === 200 ? [id] : []));
    const early = held.slice(0, middle).map(send);
    const toldAt = performance.now();
    const stopped = shop.store.stop();
    const late = held.slice(middle).map(send);
    await stopped;
    const stopMs = performance.now() - toldAt;
    const acknowledged = (await Promise.all([...early, ...late])).flat();
    const unsent = mails - shop.mails.received.length;
    const read = await Promise.all(readers.map(({ done }) => done));
    const problems = [
      ...read.flatMap((download) => whatIsBroken(download, file.sha256)),
      ...lostEvents(shop.dataDir.database, acknowledged),
      ...(stopMs > LONGEST_STOP_MS ? [`The store took ${stopMs.toFixed(0)} ms to stop.`] : []),
      ...(unsent <= 0 ? ["All mails were sent before the store was told to stop."] : []),
    ];

    await shop.startAgain();
    control.webhooks.mode = "normal";
    await Promise.all(held.filter(({ id }) => !acknowledged.includes(id)).map(send));
    await allSent(shop.dataDir.database, mails + webhooks + 1);
    const taken = shop.mails.received.map(takenMail);
    const { found } = checkMails(shop.dataDir.database, { taken, allowedDuplicates: 0 });
    return {
      line:
        `stopped in ${(stopMs / 1000).toFixed(1)} s during ${downloads} downloads, ${held.length} webhooks ` +
        `(${acknowledged.length} answered before it ended) and ${unsent} mails to send: ` +
        `${read.filter(({ isWhole }) => !isWhole).length} downloads broken, ${countFindings(found)}, ` +
        secondsSince(startedAt),
      problems: [...problems, ...found],
    };
  });
}

/** Whether a file arrives whole at 20 kB a second, which takes ten minutes. */
export async function runSlowDownload(): Promise<Outcome> {
  const startedAt = performance.now();
  let large = 0;
  const prepare = async ({ path }: DataDir) => void (large = await sellLarge(path, SLOW_BYTES));
  return withShop({ prepare }, async (shop) => {
    const file = await buy(shop, large);
    const read = await readSlowly(file.url, { bytesPerSecond: SLOW_BYTES_PER_SECOND }).done;
    return {
      line: `a file of ${SLOW_BYTES} bytes at ${SLOW_BYTES_PER_SECOND} bytes a second: ${read.bytes} arrived, ${secondsSince(startedAt)}`,
      problems: whatIsBroken(read, file.sha256),
    };
  });
}

function whatIsBroken({ status, bytes, sha256, isWhole }: Download, expected: string): string[] {
  if (isWhole && sha256 === expected) return [];
  return [`A download broke: status ${status}, ${bytes} bytes.`];
}

function lostEvents(database: string, acknowledged: string[]): string[] {
  const { sqlite, close } = openReader(database);
  const stored = sqlite.prepare("SELECT event_id FROM webhook_events").pluck().all();
  close();
  return acknowledged.filter((id) => !stored.includes(id)).map((id) => `lost: event ${id}`);
}

async function pay(
  { url, simulator }: Shop,
  { nth, productIds }: { nth: number; productIds: number[] },
): Promise<string> {
  const sessionId = await startCheckout({ storeUrl: url }, { nth, productIds });
  await simulator.control.pay(sessionId, { email: `visitor-${nth}@example.com` });
  return sessionId;
}

async function buy(shop: Shop, productId: number): Promise<{ url: string; sha256: string }> {
  const sessionId = await pay(shop, { nth: 0, productIds: [productId] });
  const detail = await fetch(`${shop.url}/api/products/purchase-detail?sessionId=${sessionId}`);
  const bought = (await detail.json()) as {
    products: { files: { url: string; sha256: string }[] }[];
  };
  const [file] = bought.products.flatMap(({ files }) => files);
  if (!file) throw new Error("The large file was not sold.");
  return file;
}
