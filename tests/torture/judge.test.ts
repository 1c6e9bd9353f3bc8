import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { queueMails } from "./mails/queue.ts";
import { openJudge } from "./power/judge.ts";
import { makeDataDir } from "./shared/data-dir.ts";

const SOLD = "sessions cs_test_000000000001";

async function judged(change: (database: Uint8Array) => Uint8Array, acknowledged: string[]) {
  const dataDir = await makeDataDir();
  const judge = await openJudge();
  onTestFinished(() => Promise.all([dataDir.remove(), judge.close()]).then(() => {}));
  queueMails(dataDir, 1);
  const database = change(await readFile(dataDir.database));
  return judge.judge(new Map([[basename(dataDir.database), database]]), acknowledged);
}

test("a database that holds what was acknowledged is fine", async () => {
  expect(await judged((whole) => whole, [SOLD])).toEqual({ lost: [], corrupt: undefined });
});

test("an acknowledged order that is missing is lost", async () => {
  const gone = "sessions cs_test_000000000002";
  expect(await judged((whole) => whole, [SOLD, gone])).toEqual({
    lost: [gone],
    corrupt: undefined,
  });
});

test("an acknowledged event that is missing is lost", async () => {
  expect(await judged((whole) => whole, ["events evt_1"])).toMatchObject({
    lost: ["events evt_1"],
  });
});

test("a database without its end is corrupt", async () => {
  const { corrupt } = await judged((whole) => whole.subarray(0, whole.length / 2), [SOLD]);
  expect(corrupt).toBeDefined();
});

test("no database at all is a loss, not a fresh start", async () => {
  const { lost } = await judged(() => new Uint8Array(0), [SOLD]);
  expect(lost).toEqual([SOLD]);
});
