import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { queueMails } from "./mails.ts";
import { openJudge } from "./power.ts";
import { makeDataDir } from "./shop.ts";

const SOLD = "sessions cs_test_000000000001";
const GONE = "sessions cs_test_000000000002";
const whole = (bytes: Uint8Array) => bytes;

async function judged(change: (database: Uint8Array) => Uint8Array, acknowledged: string[]) {
  const dataDir = await makeDataDir();
  const { judge, close } = await openJudge();
  onTestFinished(() => {
    dataDir.remove();
    return close();
  });
  queueMails(dataDir, 1);
  const database = change(await readFile(dataDir.database));
  return judge(new Map([[basename(dataDir.database), database]]), acknowledged);
}

test.each([
  ["a database that holds what was acknowledged is fine", whole, [SOLD], []],
  ["an acknowledged order that is missing is lost", whole, [SOLD, GONE], [GONE]],
  ["an acknowledged event that is missing is lost", whole, ["events evt_1"], ["events evt_1"]],
  ["no database at all is a loss, not a fresh start", () => new Uint8Array(0), [SOLD], [SOLD]],
])("%s", async (_fact, change, acknowledged, lost) => {
  expect(await judged(change, acknowledged)).toEqual({ lost, corrupt: undefined });
});

test("a database without its end is corrupt", async () => {
  const { corrupt } = await judged((bytes) => bytes.subarray(0, bytes.length / 2), [SOLD]);
  expect(corrupt).toBeDefined();
});
