import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pathsOf } from "../../../../server/data/data-dir.ts";
import { keepBackups, listBackups } from "../../../../server/domain/upkeep/backups.ts";
import { backupShop } from "../../../support/backup-shop.ts";
import { sha256 } from "../../../support/catalogue.ts";
import { openDataDir } from "../../../support/create-test-app.ts";
import { DAY_MS, HOUR_MS } from "../../../support/money.ts";
import { MINUTE_MS } from "../../../support/shop.ts";

/** Opens a store; `roundAfter` advances the clock and runs the scheduled backup job. */
async function openShop(keep = 7) {
  const { dataDir } = await backupShop();
  const t = await openDataDir(dataDir);
  onTestFinished(t.close);
  t.deps.config.backupsKept = keep;
  const openedAt = t.clock.now();
  const { backups: folder, files, replaced } = pathsOf(dataDir);
  return {
    ...t,
    folder,
    files,
    replaced,
    async roundAfter(ms: number) {
      t.clock.advance(ms);
      await keepBackups(t.deps, openedAt);
    },
    async last() {
      const { backups: archives, ...state } = await listBackups(t.deps);
      return { newest: archives[0] ?? null, ...state };
    },
    async byHand() {
      t.clock.advance(1000);
      await t.deps.backups.make({ isByHand: true });
    },
    names: () => readdirSync(folder).toSorted(),
  };
}

test("none is made while the store has just been started, and none where they are switched off", async () => {
  const shop = await openShop();
  await shop.roundAfter(9 * MINUTE_MS);
  expect(await shop.last()).toEqual({ newest: null, isUnderWay: false, failure: null, keep: 7 });
  const off = await openShop(0);
  await off.roundAfter(3 * DAY_MS);
  expect(await off.last()).toMatchObject({ newest: null, keep: 0 });
});

test("one that fails is told of and tried again after an hour, and older ones stay", async () => {
  const shop = await openShop(1);
  await shop.roundAfter(HOUR_MS);
  const { newest } = await shop.last();
  const { config } = shop.deps;
  const { dataDir } = config;
  // The data folder is missing, so the next backup fails.
  config.dataDir = join(dataDir, "nowhere");
  await shop.roundAfter(DAY_MS);
  const failure = { at: shop.clock.now(), text: `${config.dataDir} holds no store.` };
  expect(await shop.last()).toMatchObject({ newest, failure: { text: failure.text } });
  config.dataDir = dataDir;
  await shop.roundAfter(50 * MINUTE_MS);
  expect(await shop.last()).toMatchObject({ newest });
  await shop.roundAfter(20 * MINUTE_MS);
  const { newest: made, failure: none } = await shop.last();
  expect([made?.at === newest?.at, none, shop.names().length]).toEqual([false, null, 1]);
});

test("one a day is made, and the newest are kept", async () => {
  const shop = await openShop(2);
  for (let hour = 0; hour < 4 * 24; hour += 6) await shop.roundAfter(6 * HOUR_MS);
  expect(shop.names()).toHaveLength(2);
  const { newest } = await shop.last();
  const age = shop.clock.now().getTime() - Date.parse(newest?.at ?? "");
  expect(age).toBeLessThan(DAY_MS);
  expect(newest).toMatchObject({ missing: 0, bytes: expect.any(Number) });
});

test("those that were made by hand and the daily ones don't crowd out one another", async () => {
  const shop = await openShop(1);
  await shop.roundAfter(HOUR_MS);
  const [daily] = shop.names();
  for (let press = 0; press < 3; press++) await shop.byHand();
  await shop.roundAfter(HOUR_MS);
  expect(shop.names()).toHaveLength(4);
  expect(shop.names()).toContain(daily);
  await shop.roundAfter(DAY_MS);
  expect(shop.names()).toHaveLength(4);
  expect(shop.names()).not.toContain(daily);
});

test("a clock that was wrong for a while stops none", async () => {
  const shop = await openShop();
  await shop.roundAfter(400 * DAY_MS);
  await shop.roundAfter(-399 * DAY_MS);
  expect(shop.names()).toHaveLength(2);
});

test("what an archive could not hold is told with it, and other files are none", async () => {
  const shop = await openShop();
  rmSync(join(shop.files, `${sha256("%PDF-1.7 one")}.pdf`));
  await shop.roundAfter(HOUR_MS);
  expect((await shop.last()).newest).toMatchObject({ missing: 1 });
  writeFileSync(join(shop.folder, "papercub-2999-01-01T00-00-00Z.tar"), "no archive");
  expect((await shop.last()).newest).toMatchObject({ missing: 1 });
});

test("what a crash has left goes, and what a restore has replaced after a month", async () => {
  const shop = await openShop(0);
  const part = join(shop.folder, `.${"1".repeat(36)}.part`);
  const unpacked = pathsOf(shop.deps.config.dataDir).restoring;
  for (const path of [shop.folder, unpacked]) mkdirSync(path);
  writeFileSync(part, "half");
  utimesSync(part, 0, 0);
  const month = new Date(shop.clock.now().getTime() - 30 * DAY_MS).toISOString().slice(0, 10);
  for (const name of [`${month}T00-00-00Z`, "2999-01-01T00-00-00Z"]) {
    mkdirSync(join(shop.replaced, name), { recursive: true });
  }
  await shop.roundAfter(0);
  expect([readdirSync(shop.folder), readdirSync(shop.replaced)]).toEqual([
    [],
    ["2999-01-01T00-00-00Z"],
  ]);
  expect(readdirSync(shop.deps.config.dataDir)).not.toContain("restoring");
});
