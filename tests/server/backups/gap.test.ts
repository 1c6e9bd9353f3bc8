import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openReader } from "../../../db/client.ts";
import { makeBackup } from "../../../server/backups/make-backup.ts";
import { restoreBackup } from "../../../server/backups/restore.ts";
import { loadConfig } from "../../../server/config.ts";
import { openMarket, startCheckout } from "../../lab/torture/buyers.ts";
import { judge } from "../../lab/torture/judge.ts";
import { openWorld, truthOf } from "../../lab/torture/world.ts";
import { environmentOf, startStore } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";

const LIMIT_MS = 30_000;

/** Starts a store as a separate process; its provider and mail server keep running without it. */
async function openShop() {
  const world = await openWorld();
  onTestFinished(() => world[Symbol.asyncDispose]());
  const { settings, mails, database, simulator } = world;
  const market = openMarket(world, { seed: 1 });
  const store = await startStore({ ...settings, program: "tests/support/pageless-store.ts" });
  onTestFinished(store.end);
  let buyers = 0;
  const mailed = () => mails.received.flatMap(({ to }) => to);
  const isMailed = (email: string) =>
    until(() => mailed().includes(email), { what: `a mail reaches ${email}`, limitMs: LIMIT_MS });
  return {
    ...world,
    config: loadConfig(environmentOf(settings)),
    store,
    mailed,
    isMailed,
    async buy(email: string) {
      const id = await startCheckout(market, ++buyers, world.productIds.slice(0, 1));
      await simulator.control.pay(id, { email });
      await isMailed(email);
      // The mail server receives the mail shortly before the store records it as sent.
      const { sqlite, close } = openReader(database);
      const status = sqlite.prepare("SELECT status FROM emails WHERE recipient = ?").pluck();
      const what = `the mail to ${email} is stored as sent`;
      await until(() => status.get(email) === "sent", { what, limitMs: LIMIT_MS });
      close();
    },
  };
}

test("payments made after a backup are recovered after its restore, and mailed once", async () => {
  const { config, dataDir, database, store, buy, mails, mailed, isMailed, ...world } =
    await openShop();
  await buy("first@example.com");
  const file = join(dataDir, "backup.tar");
  // Back up while the store keeps selling.
  await makeBackup(config, { file, now: new Date() });
  for (const email of ["one@example.com", "two@example.com"]) await buy(email);
  await store.stop();
  const restored = await restoreBackup(config, { file, now: new Date() });
  expect(restored.facts.paidOrders).toBe(1);

  mails.received.splice(0);
  await store.start();
  for (const email of ["one@example.com", "two@example.com"]) await isMailed(email);
  // `stop` waits for running work to finish.
  await store.stop();
  expect(mailed().toSorted()).toEqual(["one@example.com", "two@example.com"]);
  // Skip the events: the restored store fetches only the types that it handles.
  expect(judge(database, { ...truthOf(world), events: new Set() })).toEqual([]);
}, 60_000);
