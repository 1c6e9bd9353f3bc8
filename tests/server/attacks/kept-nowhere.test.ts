import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { createTestApp, type TestApp } from "../../support/create-test-app.ts";
import { codeIn } from "../../support/sign-in.ts";
import { BEHIND_PROXY, browserOf, codesOf, sessionsOf } from "./crowd.ts";

const SIGN_INS = 60;
/** Upper limit of chance matches between codes and other digits; stored codes would all match. */
const MAX_BY_CHANCE = 5;

/** Returns all words and numbers in the database and the log. */
function wordsOf(t: TestApp): Set<string> {
  const tables = t.db.sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all() as string[];
  const held = tables.map((name) => t.db.sqlite.prepare(`SELECT * FROM "${name}"`).raw().all());
  const text = JSON.stringify(held) + JSON.stringify(t.logged);
  return new Set(text.match(/[\w-]+/g));
}

/** Returns all six-digit substrings, including overlapping ones. */
function sixDigitsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of text.matchAll(/\d{6,}/g)) {
    for (let at = 0; at + 6 <= run.length; at++) found.add(run.slice(at, at + 6));
  }
  return found;
}

test("of all codes that were mailed, tried and used none stands in the database, its journal or the log", async () => {
  const directory = mkdtempSync(join(tmpdir(), "papercub-attack-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const databasePath = pathsOf(directory).database;
  const t = createTestApp({ env: BEHIND_PROXY, databasePath });
  // Durability is not tested here; skip fsync for hundreds of commits.
  t.db.sqlite.pragma("synchronous = OFF");
  const codes: string[] = [];
  for (let nth = 0; nth < SIGN_INS; nth++) {
    // Checkpoint halfway, so that both the database file and the WAL contain data.
    if (nth === SIGN_INS / 2) t.db.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    const email = `buyer-${nth}@example.com`;
    const browser = browserOf(t, nth);
    await browser.post("/api/send-otp", { email });
    await t.settle();
    const otp = codeIn(t, email);
    codes.push(otp);
    const elsewhere = { email: "nobody@example.com", otp };
    expect((await browser.post("/api/verify-otp", elsewhere)).status).toBe(400);
    expect((await browser.post("/api/verify-otp", { email, otp })).status).toBe(200);
  }
  expect(sessionsOf(t)).toHaveLength(SIGN_INS);
  expect(codesOf(t)).toHaveLength(SIGN_INS);

  const words = wordsOf(t);
  expect(words).toContain("buyer-59");
  expect(codes.filter((code) => words.has(code))).toEqual([]);
  for (const [file, buyer] of [
    [databasePath, "buyer-0@example.com"],
    [`${databasePath}-wal`, "buyer-59@example.com"],
  ] as const) {
    const bytes = readFileSync(file, "latin1");
    expect(bytes).toContain(buyer);
    const digits = sixDigitsIn(bytes);
    expect(codes.filter((code) => digits.has(code)).length).toBeLessThan(MAX_BY_CHANCE);
  }
});
