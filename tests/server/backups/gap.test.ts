import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openReader } from "../../../db/client.ts";
import { emails, orderItems, orders } from "../../../db/schema.ts";
import { makeBackup } from "../../../server/backups/make-backup.ts";
import { restoreBackup } from "../../../server/backups/restore.ts";
import { loadConfig } from "../../../server/config.ts";
import { environmentOf, startStore, storeUrl } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";
import { startCheckout } from "../../lab/torture/buyers.ts";
import { makeDataDir, openNeighbours } from "../../lab/torture/shop.ts";

const LIMIT_MS = 30_000;

/** A store as a process of its own, between a payment provider and a mail server that outlive it. */
async function openShop() {
  const dataDir = await makeDataDir();
  onTestFinished(dataDir.remove);
  const { simulator, mails, settings, stop } = await openNeighbours(dataDir.path, {});
  onTestFinished(stop);
  const { port } = settings;
  const start = async () => {
    const store = await startStore({ ...settings, program: "tests/support/pageless-store.ts" });
    onTestFinished(store.end);
    return store;
  };
  let buyers = 0;
  const mailed = () => mails.received.flatMap(({ to }) => to);
  const isMailed = (email: string) =>
    until(() => mailed().includes(email), {
      what: `the files reach ${email}`,
      limitMs: LIMIT_MS,
    });
  /** The mail server has it a moment before its row says so: a backup of that moment sends it again. */
  const isNoted = async (email: string) => {
    const { sqlite, close } = openReader(dataDir.database);
    const status = sqlite.prepare("SELECT status FROM emails WHERE recipient = ?").pluck();
    const what = `the mail to ${email} is noted as sent`;
    await until(() => status.get(email) === "sent", { what, limitMs: LIMIT_MS });
    close();
  };
  return {
    config: loadConfig(environmentOf(settings)),
    dataDir,
    start,
    mailed,
    isMailed,
    async buy(email: string) {
      const productIds = dataDir.productIds.slice(0, 1);
      const id = await startCheckout({ storeUrl: storeUrl(port) }, { nth: ++buyers, productIds });
      await simulator.control.pay(id, { email });
      await isMailed(email);
      await isNoted(email);
    },
    forgetMails: () => void mails.received.splice(0),
  };
}

test("what was paid after a backup comes back after its restore, and is mailed once", async () => {
  const { config, dataDir, start, buy, mailed, isMailed, forgetMails } = await openShop();
  const first = await start();
  await buy("kept@example.com");
  const file = join(dataDir.path, "backup.tar");
  // Beside the store at work, which sells on.
  await makeBackup(config, { file, now: new Date() });
  for (const email of ["one@example.com", "two@example.com"]) await buy(email);
  await first.stop();
  const restored = await restoreBackup(config, { file, now: new Date() });
  expect(restored.facts.paidOrders).toBe(1);

  forgetMails();
  const second = await start();
  for (const email of ["one@example.com", "two@example.com"]) await isMailed(email);
  // Whatever is still on its way is finished by then.
  await second.stop();
  expect(mailed().toSorted()).toEqual(["one@example.com", "two@example.com"]);
  const db = openReader(dataDir.database);
  onTestFinished(db.close);
  const paid = db.select().from(orders).where(eq(orders.status, "paid")).all();
  expect(paid.map(({ email }) => email).toSorted()).toEqual([
    "kept@example.com",
    "one@example.com",
    "two@example.com",
  ]);
  const items = db.select().from(orderItems).all();
  expect(items.map(({ grantedAt, revokedAt }) => [grantedAt !== null, revokedAt])).toEqual(
    paid.map(() => [true, null]),
  );
  const deliveries = db.select().from(emails).where(eq(emails.kind, "delivery")).all();
  expect(deliveries.map(({ status }) => status)).toEqual(paid.map(() => "sent"));
});
